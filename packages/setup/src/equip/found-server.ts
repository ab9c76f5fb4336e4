import { toJson } from '@modelrack/config-edit';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { claimContainers, pathKey, type Claim, type Claims } from '../ledger/claims.ts';
import { secretPrint } from '../ledger/prints.ts';
import { nodeAt, type OpenFile } from '../open-file/draft.ts';
import { isFilledByUs } from '../ownership/plan-claim.ts';
import { serverPlace, startsOurServer } from './with-mcp.ts';

/** The entry of our server that the record does not know: brought back by the user, or its record is lost. */
export function foundServer(file: OpenFile, { mcp }: ToolDefinition, known: Claims): Claims {
  const place = mcp && serverPlace(mcp, file.connection);
  const node = place?.file === file.spec.id ? nodeAt(file, place.path) : undefined;
  if (place === undefined || node?.kind !== 'map' || isFilledByUs(known, place.path)) return {};
  if (!startsOurServer(toJson(node))) return {};
  const found: Record<string, Claim> = {};
  for (const { key, value } of node.entries)
    found[pathKey([...place.path, key])] = { print: secretPrint(toJson(value)) };
  claimContainers(found, [...place.path, '']);
  return found;
}
