import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readCase, readLists, recordCase, type CaseFile, type Picture } from '@modelrack/tool-kit/testing';
import { test } from 'vitest';
import { memoryEngine } from '../memory-engine.ts';
import { supportedTools } from '../repository/supported-tools.ts';
import { homeFiles } from './home-files.ts';
import { usualCases } from './usual-cases.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/tools');
const { MODELRACK_RECORD: asked = '', MODELRACK_RECORD_HOME: home } = process.env;
const [id = '', name = ''] = asked.split(' ');

// Not a test: `npm run record` writes by it.
test.skipIf(asked === '')('records a case', async () => {
  const tool = (await supportedTools()).find((one) => one.id === id);
  if (tool === undefined) throw new Error(`there is no packages/tools/${id}`);
  const folder = join(fixtures, id, name);
  const file = join(folder, 'case.json');
  mkdirSync(folder, { recursive: true });
  if (home !== undefined) writePicture(join(folder, 'before'), homeFiles(tool, home));
  if (!existsSync(file)) writeCase(file, usualCases[name] ?? { why: 'say here what this case shows' });
  const one = readCase(folder, name);
  const suite = {
    tool,
    cases: [one],
    lists: readLists(join(fixtures, 'lists.json')),
    engine: memoryEngine,
    parse: () => 0,
  };
  const { refused, after, removed, notes } = await recordCase(suite, one);
  // Read back as it was written: the rest of it is whoever wrote it.
  const { refused: _, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as CaseFile;
  writeCase(file, refused === undefined ? rest : { ...rest, refused });
  writePicture(join(folder, 'after'), after);
  writePicture(join(folder, 'removed'), removed);
  console.log(
    [`fixtures/tools/${id}/${name}`, ...described({ before: one.before, after, removed }), ...notes].join('\n'),
  );
});

function writeCase(file: string, content: CaseFile): void {
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
}

function writePicture(folder: string, picture: Picture | undefined): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, bytes] of picture ?? []) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

function described(pictures: Readonly<Record<string, Picture | undefined>>): readonly string[] {
  return Object.entries(pictures).flatMap(([what, picture]) =>
    picture === undefined ? [] : [...picture.keys()].map((path) => `  ${what}/${path}`),
  );
}
