import { fieldOf, isRecord, textOf } from '@modelrack/json';
import type { Host } from './host.ts';

const instructions =
  'All models of the AI gateway of this user: ask other models, generate images, videos and speech, transcribe audio, ' +
  'embed texts. Leave `model` out for a sensible one. Files are saved on this machine; answers contain their paths. ' +
  'An answer with status "pending" is not a failure: do what `next` says.';

/** Those that the SDK knows; a client that speaks another one is answered by it. */
export const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

/** What the server says of itself. */
export function introductionOf({ version }: Pick<Host, 'version'>) {
  return {
    capabilities: { tools: {} },
    serverInfo: { name: 'modelrack', title: 'modelrack', version },
    instructions,
  };
}

export interface Greeting {
  readonly id: string | number;
  /** One line. */
  readonly text: string;
}

/** The answer to a line that is `initialize` as it mostly is; undefined: it is something else. */
export function greetingFor(line: string, host: Pick<Host, 'version'>): Greeting | undefined {
  const asked = parse(line);
  const [id, protocolVersion] = [fieldOf(asked, 'id'), textOf(fieldOf(asked, 'params', 'protocolVersion'))];
  const isUsual =
    fieldOf(asked, 'jsonrpc') === '2.0' &&
    fieldOf(asked, 'method') === 'initialize' &&
    isRecord(fieldOf(asked, 'params', 'capabilities')) &&
    ['name', 'version'].every((field) => textOf(fieldOf(asked, 'params', 'clientInfo', field)) !== undefined);
  if (!isUsual || protocolVersion === undefined || !versions.includes(protocolVersion)) return undefined;
  if (typeof id !== 'string' && !Number.isInteger(id)) return undefined;
  const result = { protocolVersion, ...introductionOf(host) };
  return { id: id as string | number, text: `${JSON.stringify({ result, jsonrpc: '2.0', id })}\n` };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
