import type { ToolDefinition } from '@modelrack/tool-kit';
import type { Connection } from '../machine/types.ts';
import type { FileDraft, OpenFile } from '../open-file/draft.ts';
import { readDocument } from '../open-file/parse-file.ts';
import type { FileRemoval } from './plan-file-removal.ts';
import { remainsOf, type Looked } from './remains-of.ts';

/** Of a model that goes, what the user made of it does not. */
export function editedNotes({ file, protectedModels }: FileDraft): string[] {
  const ids = protectedModels.flatMap(({ id, why }) => (why === 'edited' ? [id] : []));
  return ids.length === 0 ? [] : [`your changes to ${ids.join(', ')} stay in ${file.state.path}`];
}

/** As they are going to be, where nothing else is said of what stays in them. */
async function filesAfter(removals: readonly FileRemoval[]): Promise<readonly OpenFile[]> {
  const told = removals.filter(({ draft, isExact }) => isExact || draft.notes.length + editedNotes(draft).length === 0);
  const after = told.map(async ({ plan: { file, bytes, hasChanges } }) => {
    if (!hasChanges) return [file];
    if (bytes === undefined) return [];
    return [{ ...file, document: await readDocument(file.spec, bytes, file.state.path) }];
  });
  return (await Promise.all(after)).flat();
}

/** What would be taken for ours at a glance, and is not known to be. */
export async function remainNotes(
  removals: readonly FileRemoval[],
  looked: Looked,
  { tool, connection }: { tool: ToolDefinition; connection: Connection },
): Promise<string[]> {
  const isKnown = connection.apiRoot !== '';
  const remedy = isKnown
    ? 'remove it by hand if you do not need it'
    : `run \`${setupLine(tool, connection)}\`, which finds out, then remove again, or remove it by hand`;
  return remainsOf(await filesAfter(removals), looked).map(
    (what) => `${what}: there is no record that modelrack wrote it; ${remedy}`,
  );
}

/** What sets the tool up again. */
export function setupLine({ id }: ToolDefinition, { name, apiRoot }: Connection): string {
  return `modelrack setup ${id}${name === 'modelrack' ? '' : ` --gateway ${name}`}${apiRoot === '' ? ' --base-url URL' : ''}`;
}
