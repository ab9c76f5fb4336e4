import { openOwnLedger } from '../ledger/own-ledger.ts';
import { type FileRecord } from '@modelrack/config-edit';
import { isRackError } from '@modelrack/errors';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { modelsOf, pathOf } from '../ledger/claims.ts';
import type { Connection, Machine, ToolProblem } from '../machine/types.ts';
import { nodeAt, type OpenFile } from '../open-file/draft.ts';
import { openTool } from '../open-file/open-files.ts';
import { isAsWritten, isEdited } from '../ownership/whose.ts';
import { equippedTool } from '../equip/equipped-tool.ts';
import { knownTargets } from './known-targets.ts';

export interface ToolState {
  readonly tool: string;
  readonly connection: string;
  readonly isSetUp: boolean;
  readonly files: readonly string[];
  /** undefined: nobody knows, since the record is lost. */
  readonly models: number | undefined;
  /** The user changed something of what we wrote, or took it out. */
  readonly isChangedByHand: boolean;
  /** ISO 8601; when we last wrote a file of the tool. */
  readonly lastWrite: string | undefined;
  readonly problem: ToolProblem | undefined;
}

/** What the ledger and the files say of one tool under one connection; reads only. */
export async function toolState(machine: Machine, tool: ToolDefinition, connection: Connection): Promise<ToolState> {
  const ledger = openOwnLedger(machine);
  const choice = connection.tools[tool.id];
  const empty: ToolState = {
    tool: tool.id,
    connection: connection.name,
    isSetUp: choice !== undefined,
    files: [],
    models: 0,
    isChangedByHand: false,
    lastWrite: undefined,
    problem: undefined,
  };
  try {
    const request = { command: 'refresh', connection, project: false, configFile: undefined } as const;
    const targets = knownTargets(machine, ledger, { request, tool });
    const opened = await Promise.all(
      targets.map((target) => {
        const equipped = equippedTool(machine, request, { requested: { tool }, target });
        return openTool(machine, ledger, { tool: equipped, target });
      }),
    );
    const files = opened.flatMap((each) => each.files);
    const present = files.filter((file) => file.state.bytes !== undefined);
    const isRecordLost = present.length > 0 && files.every(({ record }) => record === undefined);
    return {
      ...empty,
      files: present.map((file) => file.state.path),
      models: isRecordLost ? undefined : Math.max(0, ...files.map((file) => modelsOf(file.claims ?? {}).size)),
      isChangedByHand: files.some((file) => isChanged(file)),
      lastWrite: lastWrite(files.flatMap((file) => file.record ?? [])),
    };
  } catch (error) {
    if (!isRackError(error)) throw error;
    const { code, message, path, line, column, hint } = error;
    const problem = {
      code,
      message,
      path: path ?? null,
      line: line ?? null,
      column: column ?? null,
      hint: hint ?? null,
    };
    return { ...empty, problem };
  }
}

function isChanged(file: OpenFile): boolean {
  const { claims } = file;
  if (claims === undefined) return false;
  return Object.entries(claims).some(([key, claim]) => {
    if (claim.isGone === true || claim.isNoted === true) return false;
    const path = pathOf(key);
    const node = nodeAt(file, path);
    if (claim.fields !== undefined) return node === undefined || isEdited(node, claim.fields);
    return claim.print !== undefined && (node === undefined || !isAsWritten(file, node, claim));
  });
}

function lastWrite(records: readonly FileRecord[]): string | undefined {
  return records
    .flatMap((record) => record.stack.at(-1)?.at ?? [])
    .toSorted()
    .at(-1);
}
