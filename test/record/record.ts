import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { ToolDefinition } from '@modelrack/tool-kit';
import {
  readCase,
  readLists,
  recordCase,
  type CaseFile,
  type ConformanceCase,
  type Picture,
} from '@modelrack/tool-kit/testing';
import { memoryEngine } from '../memory-engine.ts';
import { listsFile } from '../repository/fixtures-of.ts';
import { root } from '../repository/packages.ts';
import { homeFiles } from './home-files.ts';
import { usualBefore } from './usual-before.ts';
import { usualCases } from './usual-cases.ts';

export interface Recorded {
  readonly tool: ToolDefinition;
  /** Of all its cases. */
  readonly fixtures: string;
  readonly name: string;
  /** A home folder to take the tool's files from. */
  readonly home?: string | undefined;
}

/** What only a person can add; the message says what and where. */
export class MissingPart extends Error {}

/** Plays a case and writes what it came to; returns lines that say so. @throws MissingPart */
export async function record(asked: Recorded): Promise<readonly string[]> {
  const { tool, fixtures, name, home } = asked;
  checkFits(tool, name);
  const folder = join(fixtures, name);
  const file = join(folder, 'case.json');
  mkdirSync(folder, { recursive: true });
  if (home !== undefined) writePicture(join(folder, 'before'), homeFiles(tool, home));
  else makeBefore(asked);
  if (!existsSync(file)) writeCase(file, usualCases[name] ?? { why: 'say here what this case shows' });
  const one = readCase(folder, name);
  checkAsked(one, relative(root, folder));
  const suite = { tool, cases: [one], lists: readLists(listsFile), engine: memoryEngine, parse: () => 0 };
  const { refused, after, removed, notes } = await recordCase(suite, one);
  // Read back as it was written: the rest of it is whoever wrote it.
  const { refused: _, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as CaseFile;
  writeCase(file, refused === undefined ? rest : { ...rest, refused });
  writePicture(join(folder, 'after'), after);
  writePicture(join(folder, 'removed'), removed);
  const why = refused === undefined ? [] : [`  refused: ${refused.code}`];
  return [relative(root, folder), ...described({ before: one.before, after, removed }), ...why, ...notes];
}

/** A new case begins with the files of `plain`, where what it changes in them is always the same. */
function makeBefore({ tool, fixtures, name }: Recorded): void {
  const folder = join(fixtures, name);
  const plain = join(fixtures, 'plain');
  if (existsSync(join(folder, 'before')) || existsSync(join(folder, 'case.json'))) return;
  if (!existsSync(join(plain, 'case.json'))) return;
  writePicture(join(folder, 'before'), usualBefore(tool, name, readCase(plain, 'plain').before));
}

const withoutFiles = ['none', 'hostile', 'no-window', 'nothing-stated'];

/** A case that nothing in the tool answers to could never pass. */
function checkFits({ name, files, mcp }: ToolDefinition, asked: string): void {
  if (asked === 'mcp' && mcp === undefined)
    throw new MissingPart(`${name} has no place for MCP servers (the field "mcp"): skip this case`);
  if (asked === 'project' && files.every(({ project }) => project === undefined))
    throw new MissingPart(`${name} has no file for a project (the field "project" of a file): skip this case`);
  if (asked === 'commented' && files.every(({ format }) => format === 'json'))
    throw new MissingPart(`${name} writes strict JSON, which has no comments: skip this case`);
}

/** What only a person knows has to be there before anything is played. */
function checkAsked({ name, before, steps = [] }: ConformanceCase, folder: string): void {
  const needsFiles = name in usualCases && !withoutFiles.includes(name);
  if (needsFiles && before.size === 0)
    throw new MissingPart(`${folder}/before is empty: put the tool's files there, as they are below the home folder`);
  if (steps.some((step) => 'edit' in step && step.find === ''))
    throw new MissingPart(`${folder}/case.json: fill in "edit", "find" and "replace", then record again`);
}

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
