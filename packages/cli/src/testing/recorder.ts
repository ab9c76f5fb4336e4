import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { machineOf, type Machine } from '@modelrack/setup';
import { expect, onTestFinished } from 'vitest';
import { main } from '../main.ts';
import type { Terminal, World } from '../world/world.ts';

export interface Look {
  readonly columns: number;
  readonly isColoured: boolean;
}

/** Every way in which what is printed is recorded, with the end of the file's name. */
export const looks: readonly (Look & { readonly name: string })[] = [80, 120].flatMap((columns) => [
  { name: `${columns}`, columns, isColoured: false },
  { name: `${columns}-colours`, columns, isColoured: true },
]);

export interface Call {
  readonly variables?: Readonly<Record<string, string>>;
  readonly machine?: Partial<Machine>;
  /** Instead of the folder of the project. */
  readonly cwd?: string;
  readonly input?: string;
}

/** A home and a terminal as wide as asked for, in this process; nobody is at the keyboard. */
export interface Recorder {
  readonly home: string;
  /** All that was printed so far, what changes from run to run put in order. */
  text(): string;
  /** Runs the command and writes down what it was, what it printed and its exit code. */
  run(args: string, call?: Call): Promise<number>;
  /** Without a record. */
  quietly(args: string, call?: Call): Promise<number>;
  write(path: string, text: string): void;
  read(path: string): string;
}

const now = new Date('2026-11-28T12:00:00.000Z');

export const recordedKey = 'gk_recordedKEY51d2b8';

export function openRecorder(look: Look): Recorder {
  const folder = mkdtempSync(join(tmpdir(), 'modelrack-look-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, 'home');
  mkdirSync(join(home, 'project'), { recursive: true });
  let record = '';
  const call = async (args: string, write: (text: string) => void, more: Call = {}): Promise<number> => {
    const variables = {
      HOME: home,
      PATH: join(home, 'bin'),
      MY_KEY: recordedKey,
      // No progress is drawn.
      CI: '1',
      ...(look.isColoured ? {} : { NO_COLOR: '1' }),
      ...more.variables,
    };
    const machine = machineOf({ ...process, env: variables, cwd: () => more.cwd ?? join(home, 'project') });
    const world = worldOf(look, { variables, write, input: more.input ?? '' });
    return main(wordsOf(args), {
      ...world,
      machine: () => Promise.resolve({ ...machine, now: () => now, ...more.machine }),
    });
  };
  const path = (name: string) => join(home, name);
  return {
    home,
    text: () => steady(record, folder),
    async run(args, more) {
      let printed = '';
      const code = await call(args, (text) => (printed += text), more);
      record += `$ modelrack ${args}${code === 0 ? '' : `  # ${code}`}\n${printed}\n`;
      return code;
    },
    quietly: (args, more) => call(args, () => {}, more),
    write(name, text) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
    },
    read: (name) => readFileSync(path(name), 'utf8'),
  };
}

function worldOf(
  { columns }: Look,
  given: { readonly variables: World['variables']; readonly input: string; write(text: string): void },
): World {
  const output = { isTTY: true, write: given.write };
  const stream: Terminal = Object.assign(
    new Writable({
      write(chunk, _, done) {
        given.write(String(chunk));
        done();
      },
    }),
    { isTTY: true, columns },
  );
  return {
    out: output,
    err: output,
    stdout: stream,
    stderr: stream,
    stdin: Readable.from([given.input]),
    variables: given.variables,
    machine: () => Promise.reject(new Error('a machine is set beside')),
    onInterrupt: () => () => {},
  };
}

function wordsOf(args: string): readonly string[] {
  return [...args.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
}

/** Ports, folders, times and random ids, each as long as before. */
function steady(text: string, folder: string): string {
  return text
    .replaceAll(join(folder, 'home'), '/home/user')
    .replaceAll(folder, '/tmp/elsewhere')
    .replaceAll(/^[0-9a-f]{8}(?= {2})/gm, '01234567')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '01234567-89ab-cdef-0123-456789abcdef')
    .replaceAll(/(127\.0\.0\.1|localhost):\d{5}/g, '$1:12345')
    .replaceAll(/\b20\d\d-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d(?:[.-]\d+)?Z/g, '2026-11-28T12:00:00.000Z');
}

const texts = join(import.meta.dirname, '../../../../fixtures/texts');

/** With UPDATE=1 it is written, and the diff shows what became of it. */
export function expectRecorded(name: string, text: string): void {
  const file = join(texts, `${name}.txt`);
  if (process.env['UPDATE'] === '1') writeFileSync(file, text);
  expect(text, 'npm run generate writes it').toBe(existsSync(file) ? readFileSync(file, 'utf8') : '');
}
