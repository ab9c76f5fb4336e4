import { equalsJson, findNode, sourceOf, toJson, type Node, type Path } from '@modelrack/config-edit';
import { pathKey, pathOf, type Claim, type Claims, type Was } from '../ledger/claims.ts';
import { fingerprint, secretPrint } from '../ledger/prints.ts';
import { nodeAt, type OpenFile } from '../open-file/draft.ts';
import { holdsComment } from '../open-file/holds-comment.ts';

/** A file, and what we claim in it. */
export interface Held {
  readonly file: OpenFile;
  readonly claims: Claims;
}

/**
 * Whose is what stands at a place: decided here for every command. `ours`: as we wrote it. `edited`: we wrote there, and
 * the user changed it. `gone`: we wrote there, and the user took it out. `others`: as another connection wrote it.
 * `theirs`: all else, were it equal to what we would write. `nobodys`: nothing stands there.
 */
export type Whose = 'nobodys' | 'ours' | 'edited' | 'gone' | 'others' | 'theirs';

export function whose({ file, claims }: Held, path: Path, node: Node | undefined = nodeAt(file, path)): Whose {
  const claim = claims[pathKey(path)];
  const isWritten = claim?.print !== undefined || claim?.fields !== undefined;
  if (node === undefined) return isWritten ? 'gone' : 'nobodys';
  if (claim !== undefined && isAsWritten(file, node, claim)) return 'ours';
  if (otherClaim(file, path, node) !== undefined) return 'others';
  return isWritten ? 'edited' : 'theirs';
}

/** As a whole: of an entry every field, and nothing of the user's, not even a comment, is inside. */
export function isAsWritten(file: OpenFile, node: Node, { print, fields }: Claim): boolean {
  if (fields === undefined) return print === secretPrint(toJson(node));
  if (node.kind !== 'map') return node.kind === 'scalar' && Object.keys(fields).length === 0;
  return node.entries.every(({ key, value }) => isFieldAsWritten(value, fields, key)) && !holdsComment(file, node);
}

export function isFieldAsWritten(value: Node, fields: Readonly<Record<string, string>>, field: string): boolean {
  return Object.hasOwn(fields, field) && fields[field] === fingerprint(field, toJson(value));
}

/** Some field is not as we wrote it. */
export function isEdited(entry: Node, fields: Readonly<Record<string, string>>): boolean {
  return Object.keys(fields).some((field) => {
    const value = findNode(entry, [field]);
    return value === undefined || !isFieldAsWritten(value, fields, field);
  });
}

/** What another connection claims of what stands there, if it is as that one wrote it. */
export function otherClaim(file: OpenFile, path: Path, node: Node): Claim | undefined {
  const key = pathKey(path);
  return Object.entries(file.owners)
    .filter(([name]) => name !== file.connection)
    .map(([, claims]) => claims[key])
    .find((claim) => claim !== undefined && isAsWritten(file, node, claim));
}

export function wasOf({ document }: OpenFile, node: Node): Was {
  return { raw: sourceOf(document, node), value: toJson(node) };
}

/**
 * The ledger knows of something of ours in the file, and none of it stands there any more; at most what we had covered,
 * which came back with an older copy of the file or by hand.
 */
export function isFileBlockGone({ claims = {}, document: { root } }: OpenFile): boolean {
  let isKnown = false;
  for (const key in claims) {
    const claim = claims[key];
    if (claim === undefined || claim.isNoted === true || (claim.print ?? claim.fields) === undefined) continue;
    isKnown = true;
    const node = findNode(root, pathOf(key));
    if (node !== undefined && !isCoveredAgain(node, claim)) return false;
  }
  return isKnown;
}

function isCoveredAgain(node: Node, { print, before }: Claim): boolean {
  return before !== undefined && print !== secretPrint(before.value) && equalsJson(node, before.value);
}
