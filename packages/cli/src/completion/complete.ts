import { machineOf } from '@modelrack/setup';
import { isSafe, oneLine } from '@modelrack/text';
import type { Runner } from '../program/command-parts.ts';
import { createProgram } from '../program/program.ts';
import { standardOutput } from '../world/standard-output.ts';
import { valuesOf } from './values-of.ts';
import { wantedAt, type Wanted } from './wanted-at.ts';

const nobody: Runner = { run: () => Promise.resolve(), writeOut: () => {}, writeErr: () => {} };

/**
 * What the script of a shell calls at every Tab: `complete =<word at the cursor> <the words before it>`. Prints
 * `files` where a file is wanted, else `values` and a line for each, its description behind a tab. It says nothing
 * else, whatever fails.
 */
export async function complete([current = '', ...words]: readonly string[]): Promise<void> {
  try {
    const name = words.find((word) => !word.startsWith('-'));
    const wanted = wantedAt(createProgram(nobody, name), words, current.slice(1));
    standardOutput(1, () => process.stdout).write(await answerTo(wanted));
  } catch {
    // No answer: nothing is offered.
  }
}

async function answerTo(wanted: Wanted): Promise<string> {
  const { rows, kind, before } = wanted;
  if (kind === 'file') return 'files\n';
  const values = kind === 'none' ? [] : await valuesOf(machineOf(process), wanted);
  const shown = [...rows, ...values].filter(({ value }) => isSafe(value));
  return `values\n${shown.map((row) => `${before}${row.value}\t${oneLine(row.description)}\n`).join('')}`;
}
