import { equalsJson, findNode, type Node, type Path } from '@modelrack/config-edit';
import type { Change } from '@modelrack/tool-kit';
import { nodeAt, type OpenFile } from '../open-file/draft.ts';
import { isReference, isSecretName } from '../secrets/mask-secrets.ts';
import { standingOf } from './entries-of.ts';

export interface StandingKey {
  readonly path: Path;
  /** Not what we would write there: an older one of the gateway, or one of the user's own. */
  readonly isOther: boolean;
}

/** Keys that stand in a file, as texts, where a plan has one. */
export function keysIn(file: OpenFile, changes: readonly Change[]): readonly StandingKey[] {
  return changes.flatMap((change): StandingKey[] => {
    if (!('path' in change) || change.file !== file.spec.id) return [];
    if (change.kind === 'set') {
      const node = isKeyPlace(file, change.path) ? nodeAt(file, change.path) : undefined;
      if (node === undefined || !isKeyText(node)) return [];
      return [{ path: change.path, isOther: !equalsJson(node, change.value) }];
    }
    if (change.kind !== 'own' || !change.entries.some(({ fields }) => Object.keys(fields).some(isSecretName)))
      return [];
    const { entries } = standingOf({ file, claims: {} }, change);
    return change.entries.flatMap(({ id, fields }) => {
      const { node, path = [] } = entries.get(id) ?? {};
      return Object.entries(fields).flatMap(([field, value]): StandingKey[] => {
        const there = node === undefined || !isSecretName(field) ? undefined : findNode(node, [field]);
        if (there === undefined || !isKeyText(there)) return [];
        return [{ path: [...path, field], isOther: !equalsJson(there, value) }];
      });
    });
  });
}

/** Some tools keep keys under the names of those whom they are for. */
function isKeyPlace({ spec }: OpenFile, path: Path): boolean {
  return spec.keyStore === true || path.some((step) => typeof step === 'string' && isSecretName(step));
}

/** Neither a variable, a file or a command that gives one, nor none. */
function isKeyText(node: Node): boolean {
  const value = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : '';
  const text = value.replace(/^Bearer /, '');
  return /^[^\s`{}()$!]+$/.test(text) && !isReference(text);
}
