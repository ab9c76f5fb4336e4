import { existsSync } from 'node:fs';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { readCases } from '@modelrack/tool-kit/testing';
import { fixturesOf } from '../repository/fixtures-of.ts';
import { supportedTools } from '../repository/supported-tools.ts';
import { choosePlace, mainFileOf } from '@modelrack/setup';
import { basename } from 'node:path';
import { machineFor, state } from '../memory-engine.ts';
import { gateways, makeHome, type Place, type Texts } from './home.ts';

export interface Start {
  readonly tool: ToolDefinition;
  readonly name: string;
  readonly before: Texts;
  readonly place: Place;
}

/** Files as users have them, of every tool. */
export const starts = (await supportedTools()).flatMap((tool) => {
  const folder = fixturesOf(tool.id);
  const isMade = tool.files.every(({ mustExist }) => mustExist !== true);
  const cases = existsSync(folder) ? readCases(folder) : [];
  return cases
    .filter(
      ({ name }) =>
        ['plain', 'commented', 'crlf-bom', 'grown', 'project'].includes(name) || (name === 'none' && isMade),
    )
    .map(({ name, project, before }): Start => {
      return { tool, name, before: textsIn(before), place: project === true ? 'project' : 'usual' };
    });
});

function textsIn(before: ReadonlyMap<string, Uint8Array>): Texts {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return new Map([...before].map(([path, bytes]) => [path, decoder.decode(bytes)]));
}

/** The same with the tool's files in a folder where only `--config-file` finds them; undefined: not with this tool. */
export function elsewhere(start: Start): Start | undefined {
  const { tool, before, place } = start;
  const { fs, path: home } = makeHome(tool, before, { keyFrom: 'env' });
  const machine = machineFor({ fs, home, cwd: `${home}/project`, key: { from: 'env', value: '' } }, state);
  const main = mainFileOf(tool.files);
  // In one under the name of a gateway there is no room for two.
  if (place !== 'usual' || main === undefined || JSON.stringify(main.places).includes('{connection}')) return undefined;
  const nameOf = (path: string) => `elsewhere/${basename(path)}`;
  const specs = tool.files.filter(({ onlyUsual }) => onlyUsual !== true);
  const paths = new Set(specs.flatMap((spec) => gateways.map((name) => choosePlace(machine, spec, name).path)));
  const moved = [...before].map(([name, text]) => {
    return [paths.has(`${home}/${name}`) ? nameOf(name) : name, text] as const;
  });
  return { ...start, before: new Map(moved), place: { file: nameOf(choosePlace(machine, main, gateways[0]).path) } };
}
