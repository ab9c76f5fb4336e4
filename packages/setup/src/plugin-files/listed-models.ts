import type { Catalog } from '@modelrack/catalog';
import { findNode, type FileRecord, type Node } from '@modelrack/config-edit';
import { bareModel, type ToolDefinition, type ToolModel } from '@modelrack/tool-kit';
import { entryClaims, pathOf } from '../ledger/claims.ts';
import { readClaims } from '../ledger/read-claims.ts';
import { nodeAt, type OpenFile } from '../open-file/draft.ts';
import { readDocument } from '../open-file/parse-file.ts';
import { isEdited } from '../ownership/whose.ts';
import { chooseModels } from '../plan/choose-models.ts';

/** What a tool's file lists of one connection. */
export interface Listed {
  readonly connection: string;
  /** Rows by the id of their model. */
  readonly rows: ReadonlyMap<string, Node>;
}

/** Of several connections, of which one at a time has the tool, that one whose rows stand in `bytes`. */
export async function listedIn(
  file: OpenFile,
  bytes: Uint8Array | undefined,
  owners: FileRecord['owners'],
): Promise<Listed | undefined> {
  if (bytes === undefined) return undefined;
  const document = await readDocument(file.spec, bytes, file.state.path);
  const all = Object.entries(owners).map(([name, owned]) => listedOf({ ...file, document }, name, owned));
  return all.filter(({ rows }) => rows.size > 0).toSorted((a, b) => b.asWritten - a.asWritten)[0];
}

function listedOf(file: OpenFile, connection: string, owner: unknown) {
  const rows = new Map<string, Node>();
  let asWritten = 0;
  for (const [key, { id, fields, isUncounted }] of entryClaims(readClaims(owner, file.document.root))) {
    const row = fields === undefined || isUncounted === true ? undefined : nodeAt(file, pathOf(key));
    if (row === undefined) continue;
    rows.set(id, row);
    if (!isEdited(row, fields ?? {})) asWritten += 1;
  }
  return { connection, rows, asWritten };
}

/** All that is known of them: what the last list says, else what stands in the file. */
export function listedModels(
  { rows }: Listed,
  tool: ToolDefinition,
  catalog: Catalog | undefined,
): { models: readonly ToolModel[]; isCertain: boolean } {
  const known = catalog && chooseModels(catalog, tool, { ids: [...rows.keys()] }).models;
  const byId = new Map(known?.map((model) => [model.id, model]));
  return {
    models: [...rows].map(([id, row]) => byId.get(id) ?? modelIn(id, row)),
    isCertain: byId.size === rows.size,
  };
}

function modelIn(id: string, row: Node): ToolModel {
  return bareModel(id, textIn(row, 'label') ?? textIn(row, 'name') ?? id);
}

function textIn(row: Node, field: string): string | undefined {
  const found = findNode(row, [field]);
  return found?.kind === 'scalar' && typeof found.value === 'string' ? found.value : undefined;
}
