import { RackError } from '@modelrack/errors';
import { isRecord } from '@modelrack/json';
import type { Change } from '@modelrack/tool-kit';

/** All models are one of them: more would keep a run busy for minutes. */
const mostChanges = 1000;
const rules = ['field', 'needed', 'outdated', 'required', 'switch', 'choice', 'missing', 'identity'];

/**
 * What a third party's tool plans, as far as a run relies on it. Its values are JSON already, without what is none.
 * @throws RackError `file-invalid`
 */
export function checkedChanges(value: unknown, files: readonly string[]): readonly Change[] {
  const changes = listFrom('plan', value);
  if (changes.length > mostChanges) throw failed('plan', `it gave more than ${mostChanges} changes`);
  const wrong = changes.map((change) => faultOf(change, files));
  const why = wrong.find((each) => each !== undefined);
  if (why !== undefined) throw failed('plan', why);
  // Every one of them was looked at.
  return value as readonly Change[];
}

/** @throws RackError `file-invalid` */
export function listFrom(name: string, value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value) && value.every((item) => isRecord(item))) return value;
  throw failed(name, 'it gave no list');
}

function failed(name: string, why: string): RackError {
  return new RackError('file-invalid', `the tool package failed in "${name}": ${why}`, {
    hint: 'ask its author; `modelrack remove` still removes its entries',
  });
}

function faultOf(change: Readonly<Record<string, unknown>>, files: readonly string[]): string | undefined {
  const { kind, file, path, value, rule, entries, shape, text } = change;
  if (kind === 'note') return typeof text === 'string' ? undefined : 'a note has no text';
  if (typeof kind !== 'string' || !['set', 'own', 'member', 'slot', 'claim'].includes(kind))
    return `it gave a change of no known kind`;
  if (typeof file !== 'string' || !files.includes(file)) return `a change is about a file that the tool does not name`;
  if (!Array.isArray(path) || !path.every(isStep)) return `a change has no path`;
  if (kind === 'set' && (value === undefined || !rules.includes(String(rule))))
    return 'a value is missing, or its rule';
  if (kind === 'member' && typeof value !== 'string') return 'a member is no text';
  if (kind === 'own' && !(Array.isArray(entries) && entries.every(isEntry) && isShape(shape)))
    return 'a collection has no entries, or no shape';
  return undefined;
}

function isStep(step: unknown): boolean {
  if (typeof step === 'string') return true;
  const item = isRecord(step) ? step['item'] : undefined;
  return (
    typeof item === 'string' || (isRecord(item) && Object.values(item).every((field) => typeof field === 'string'))
  );
}

function isEntry(entry: unknown): boolean {
  return isRecord(entry) && typeof entry['id'] === 'string' && isRecord(entry['fields']);
}

function isShape(shape: unknown): boolean {
  if (!isRecord(shape)) return false;
  const { as, key } = shape;
  return as === 'map' || as === 'texts' || (as === 'list' && typeof key === 'string');
}
