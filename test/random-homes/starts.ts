import { existsSync } from 'node:fs';
import { readCases } from '@modelrack/tool-kit/testing';
import { fixturesOf } from '../repository/fixtures-of.ts';
import { supportedTools } from '../repository/supported-tools.ts';
import type { Texts } from './home.ts';

/** Files as users have them, of every tool. */
export const starts = (await supportedTools()).flatMap((tool) => {
  const folder = fixturesOf(tool.id);
  const isMade = tool.files.every(({ mustExist }) => mustExist !== true);
  const cases = existsSync(folder) ? readCases(folder) : [];
  return cases
    .filter(({ name }) => ['plain', 'commented', 'crlf-bom', 'grown'].includes(name) || (name === 'none' && isMade))
    .map(({ name, before }) => ({ tool, name, before: textsIn(before) }));
});

function textsIn(before: ReadonlyMap<string, Uint8Array>): Texts {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return new Map([...before].map(([path, bytes]) => [path, decoder.decode(bytes)]));
}
