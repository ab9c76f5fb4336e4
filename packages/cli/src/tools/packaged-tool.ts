import { extname } from 'node:path';
import type { Node } from '@modelrack/config-edit';
import { isRackError, RackError } from '@modelrack/errors';
import { isRecord } from '@modelrack/json';
import type { ToolPackage } from '@modelrack/setup';
import { commandLine, type Diversion, type PlanInput, type ToolDefinition } from '@modelrack/tool-kit';
import { here } from '../world/here.ts';
import { checkedChanges, listFrom } from './package-changes.ts';
import type { FilePicture } from './package-calls.ts';
import { notAPackage, readPackage, type AgreedPackage } from './package-files.ts';
import { runPackage, type RunningPackage } from './run-package.ts';
import type { ToolSet } from './tool-set.ts';

/** A tool of a package that was agreed to; loading it runs code of a third party, which must be the code agreed to. */
export function packagedTool(known: ToolPackage): ToolSet['entries'][number] {
  return {
    id: known.id,
    aliases: known.aliases,
    load: () => Promise.resolve({ default: loadAgreed(known) }),
  };
}

function loadAgreed(known: ToolPackage): ToolDefinition {
  try {
    const there = readPackage(known.path);
    if (there.hash === known.hash) return loadToolPackage(there);
  } catch (error) {
    if (isRackError(error)) return refusingTool(known, error);
    throw error;
  }
  const changed = new RackError('needs-consent', 'its package has changed since you agreed to it', {
    path: known.path,
    hint: `look at it, then: modelrack setup --tool-package ${commandLine([known.path], here)}`,
  });
  return refusingTool(known, changed);
}

/**
 * Says what is wrong as soon as it is to write something: the other tools of a run go on. What it wrote before can
 * still be taken out by the record, for which nothing of it has to run.
 */
function refusingTool({ id, aliases, data }: ToolPackage, error: RackError): ToolDefinition {
  return {
    name: id,
    homepage: '',
    verified: '',
    verification: 'documentation',
    detect: { bin: [], places: [] },
    files: [],
    wires: ['chat'],
    modelChoice: 'many',
    picks: '',
    key: ['env', 'literal'],
    baseUrl: 'api-root',
    interpolates: [],
    exclusive: false,
    // As it was checked when it was agreed to.
    ...(isRecord(data) ? (data as Partial<ToolDefinition>) : {}),
    id,
    aliases,
    unavailable: error,
    plan() {
      // Without its files nothing can be found again.
      if (!isRecord(data)) throw error;
      return [];
    },
  };
}

/** @throws RackError `file-shape`: it is no tool; `file-invalid`: it cannot be loaded */
export function loadToolPackage(agreed: AgreedPackage): ToolDefinition {
  const { entry } = agreed;
  if (['.ts', '.mts', '.cts'].includes(extname(entry))) {
    throw notAPackage(entry, 'it is TypeScript; build it to JavaScript and name that in "main"');
  }
  const running = runPackage(agreed);
  const { hasDefault, data, functions } = running.loaded;
  if (!hasDefault) throw notAPackage(entry, 'it has no default export');
  return { ...checked(entry, data, functions), ...functionsOf(running) };
}

/** Its functions, each answered by its own thread. */
function functionsOf(running: RunningPackage): Pick<ToolDefinition, 'plan'> & Partial<ToolDefinition> {
  const { functions, data } = running.loaded;
  const specs = ['files', 'reads'].flatMap((name) => (isRecord(data) && Array.isArray(data[name]) ? data[name] : []));
  const ids = specs.flatMap((spec: unknown) => (isRecord(spec) && typeof spec['id'] === 'string' ? [spec['id']] : []));
  const calls = Object.fromEntries(
    functions
      .filter((name) => name !== 'plan' && name !== 'diverts')
      .map((name) => [name, (...args: readonly unknown[]) => running.call({ name, args })]),
  );
  const withFiles = (name: string, input: Pick<PlanInput, 'file'>): unknown => {
    const { file, ...rest } = input;
    const files = Object.fromEntries(ids.map((id): [string, FilePicture] => [id, pictureOf(file(id))]));
    return running.call({ name, args: [rest], files });
  };
  return {
    ...calls,
    ...asksOf(running),
    plan: (input) => checkedChanges(withFiles('plan', input), ids),
    ...(functions.includes('diverts')
      ? {
          diverts: (input: Pick<PlanInput, 'gateway' | 'file'>) =>
            listFrom('diverts', withFiles('diverts', input)) as unknown as readonly Diversion[],
        }
      : {}),
  };
}

function asksOf(running: RunningPackage): Pick<ToolDefinition, 'asks'> {
  const { data } = running.loaded;
  const asks = isRecord(data) && isRecord(data['asks']) ? data['asks'] : undefined;
  if (asks === undefined) return {};
  const withRead = Object.entries(asks).map(([name, ask]) => {
    const read = (stdout: string) => running.call({ name: `asks.${name}.read`, args: [stdout] }) as string | undefined;
    return [name, { ...(ask as { args: readonly string[] }), read }] as const;
  });
  return { asks: Object.fromEntries(withRead) };
}

function pictureOf({ path, exists, root }: ReturnType<PlanInput['file']>): FilePicture {
  return { path, exists, root: root && pictureOfNode(root) };
}

/** Nodes of plain JSON find out what they are when they are asked: nothing of that can go into another thread. */
function pictureOfNode(node: Node): Node {
  const { start, end } = node;
  if (node.kind === 'scalar') return { kind: node.kind, start, end, value: node.value };
  if (node.kind === 'list') return { kind: node.kind, start, end, items: node.items.map(pictureOfNode) };
  const entries = node.entries.map(({ key, at, value }) => ({ key, at, value: pictureOfNode(value) }));
  return { kind: node.kind, start, end, entries };
}

/** What a run relies on without asking; all else shows when the tool plans. */
function checked(path: string, tool: unknown, functions: readonly string[]): ToolDefinition {
  if (!isRecord(tool)) throw notAPackage(path, 'its default export is not a tool');
  const { id, name, files, interpolates, key, wires, detect, aliases } = tool;
  if (typeof id !== 'string' || !/^[a-z][a-z0-9-]{1,39}$/.test(id))
    throw notAPackage(path, '"id" is not a valid tool name');
  if (typeof name !== 'string') throw notAPackage(path, '"name" is missing');
  if (!functions.includes('plan')) throw notAPackage(path, '"plan" is not a function');
  for (const [field, value] of Object.entries({ files, interpolates, key, wires, aliases })) {
    if (!Array.isArray(value)) throw notAPackage(path, `"${field}" is not a list`);
  }
  if (Array.isArray(files) && files.length === 0) throw notAPackage(path, '"files" is empty');
  if (!isRecord(detect)) throw notAPackage(path, '"detect" is missing');
  // Checked as far as it can be: the rest is a function of a third party's.
  return tool as unknown as ToolDefinition;
}
