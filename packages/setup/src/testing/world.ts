import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readModelList, type Catalog } from '@modelrack/catalog';
import type { ToolDefinition } from '@modelrack/tool-kit';
import { loadConnections } from '../connections/connections.ts';
import { machineOf } from '../machine/machine.ts';
import type { Connection, Machine, RequestedTool, RunRequest, ToolOutcome } from '../machine/types.ts';
import { applyRun, planRun } from '../run/run.ts';

export interface World {
  readonly machine: Machine;
  readonly home: string;
  write(path: string, text: string): void;
  read(path: string): string | undefined;
  mtime(path: string): number;
  run(tool: ToolDefinition, options: RunOptions): Promise<ToolOutcome>;
  plan(tool: ToolDefinition, options: RunOptions): Promise<ToolOutcome>;
  loseLedger(): void;
  /** Files of our own record, below the home folder, that hold a text. */
  searchState(text: string): readonly string[];
  end(): void;
}
export interface RunOptions extends Partial<Omit<RunRequest, 'tools' | 'catalog' | 'connection'>> {
  readonly list?: readonly unknown[];
  readonly partial?: boolean;
  readonly connection?: Partial<Connection>;
  readonly choice?: Partial<RequestedTool>;
}

/** A home folder of its own, in which runs are real. */
export function makeWorld(variables: Record<string, string> = {}): World {
  const home = mkdtempSync(join(tmpdir(), 'setup-'));
  mkdirSync(join(home, 'work'));
  let clock = Date.parse('2026-01-01T00:00:00Z');
  const machine: Machine = {
    ...machineOf(process),
    platform: 'linux',
    home,
    cwd: join(home, 'work'),
    variables: { PATH: '', MODELRACK_API_KEY: 'plain-key-of-the-test', ...variables },
    now: () => new Date((clock += 1000)),
    run: () => Promise.resolve(undefined),
  };
  const at = (path: string) => join(home, path);
  return {
    machine,
    home,
    write: (path, text) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
    read: (path) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : undefined),
    mtime: (path) => statSync(at(path), { bigint: false }).mtimeMs,
    run: async (tool, options) => one(await applyRun(machine, await requestFor(machine, tool, options))),
    plan: async (tool, options) => one(await planRun(machine, await requestFor(machine, tool, options))),
    searchState: (text) => {
      const files = readdirSync(at('.local/state'), { recursive: true, withFileTypes: true });
      const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
      return paths.filter((path) => readFileSync(path, 'utf8').includes(text));
    },
    loseLedger: () => rmSync(at('.local/state/modelrack'), { recursive: true, force: true }),
    end: () => rmSync(home, { recursive: true, force: true }),
  };
}

function one({ tools }: { readonly tools: readonly ToolOutcome[] }): ToolOutcome {
  const [outcome] = tools;
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
}

async function requestFor(machine: Machine, tool: ToolDefinition, options: RunOptions): Promise<RunRequest> {
  const { list, partial, choice, connection: wanted, ...rest } = options;
  const name = wanted?.name ?? 'modelrack';
  const known = (await loadConnections(machine)).find((connection) => connection.name === name);
  const connection: Connection = {
    name,
    apiRoot: 'https://gw.example.test/v1',
    key: { env: 'MODELRACK_API_KEY' },
    tools: {},
    ...known,
    ...wanted,
  };
  return {
    command: 'setup',
    key: 'plain-key-of-the-test',
    takeOver: false,
    project: false,
    configFile: undefined,
    allowShrink: false,
    wire: () => Promise.resolve('present'),
    ...rest,
    connection,
    catalog: list === undefined ? undefined : catalogOf(list, partial ?? false),
    tools: [{ tool, isNamed: true, ...choice }],
  };
}

function catalogOf(data: readonly unknown[], partial: boolean): Catalog {
  const list = readModelList({ object: 'list', data });
  return {
    apiRoot: 'https://gw.example.test/v1',
    models: list.models,
    skipped: [],
    warnings: [],
    partial,
    source: 'live',
    fetchedAt: '2026-01-01T00:00:00Z',
  };
}
