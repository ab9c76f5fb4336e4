import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startGateway, type GatewayOptions, type RequestRecord, type RunningGateway } from '@modelrack/gateway';
import { expect, onTestFinished } from 'vitest';

export const bin = join(import.meta.dirname, '../../packages/cli/dist/modelrack.js');
/** Looks like nothing else, so that a search for it finds only leaks. */
export const key = 'gk_e2eKEY7f3a9c51d2b8';
export const keyVariable = 'E2E_GATEWAY_KEY';

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunMore {
  readonly input?: string;
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  /** A program that runs the command, with its arguments. */
  readonly before?: readonly string[];
}

export interface Rack {
  readonly home: string;
  run(args: readonly string[], more?: RunMore): Promise<Result>;
  /** With `--json`; the document. */
  json<Document>(args: readonly string[], more?: RunMore): Promise<Result & { document: Document }>;
  path(name: string): string;
  read(name: string): string;
  write(name: string, text: string): void;
  has(name: string): boolean;
}

/** A copy that other users may run as well: the checkout may be in a folder that is closed to them. */
let copied: string | undefined;
function openCopy(): string {
  if (copied === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'modelrack-bin-'));
    cpSync(dirname(bin), folder, { recursive: true });
    chmodSync(folder, 0o755);
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    copied = join(folder, 'modelrack.js');
  }
  return copied;
}

/** A run that was started beside a tool may still be writing there. */
async function clearAway(folder: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (tries === 50) throw error;
      await pause(200);
    }
  }
}

/**
 * The built command in an empty home, in which only the key and a PATH without any program are set: no tool of this
 * machine is seen. What runs `before` it has the PATH of the tests.
 */
export function makeRack(): Rack {
  const folder = mkdtempSync(join(tmpdir(), 'modelrack-e2e-'));
  onTestFinished(() => clearAway(folder));
  const home = join(folder, 'home');
  mkdirSync(join(home, 'work'), { recursive: true });
  const bare = join(folder, 'no-programs');
  mkdirSync(bare);
  const path = (name: string) => join(home, name);
  const run: Rack['run'] = (args, { input, env = {}, cwd = path('work'), before = [] } = {}) =>
    new Promise((resolve) => {
      const isDirect = before.length === 0;
      const words = isDirect
        ? [process.execPath, bin]
        : [...before, 'env', `PATH=${bare}`, process.execPath, openCopy()];
      const [program = process.execPath, ...rest] = [...words, ...args];
      const PATH = isDirect ? bare : (process.env['PATH'] ?? '');
      const child = spawn(program, rest, {
        cwd,
        env: { HOME: home, USERPROFILE: home, PATH, [keyVariable]: key, ...env },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (chunk) => (stdout += String(chunk)));
      child.stderr.on('data', (chunk) => (stderr += String(chunk)));
      // A command that reads nothing may be gone before its input is written.
      child.stdin.on('error', () => {});
      child.stdin.end(input ?? '');
      child.once('close', (code) => resolve({ code, stdout, stderr }));
    });
  return {
    home,
    run,
    async json(args, more) {
      const result = await run([...args, '--json'], more);
      return { ...result, document: JSON.parse(result.stdout) };
    },
    path,
    read: (name) => readFileSync(path(name), 'utf8'),
    write(name, text) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
    },
    has: (name) => existsSync(path(name)),
  };
}

export interface TestGateway extends RunningGateway {
  readonly requests: readonly RequestRecord[];
}

/** Our own gateway with the key of these tests; it ends with the test. */
export async function openGateway(options: Partial<GatewayOptions> = {}): Promise<TestGateway> {
  const requests: RequestRecord[] = [];
  const gateway = await startGateway({ key, observe: (record) => requests.push(record), ...options });
  onTestFinished(() => gateway.close());
  return { ...gateway, requests };
}

/** A rack whose opencode is set up with the demo models. */
export async function setUpRack(options: Partial<GatewayOptions> = {}, tools: readonly string[] = ['opencode']) {
  const gateway = await openGateway(options);
  const rack = makeRack();
  const result = await rack.run(['setup', ...tools, '--base-url', gateway.baseUrl, '--api-key-env', keyVariable]);
  expect(result.code, result.stdout + result.stderr).toBe(0);
  return { gateway, rack, result };
}

/** Every file under a folder with its bytes and time: whatever was written shows. */
export function picture(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true, recursive: true }) : []) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files[file] = `${statSync(file).mtimeMs} ${readFileSync(file, 'latin1')}`;
  }
  return files;
}

export interface RunDocument {
  readonly schema: number;
  readonly command: string;
  readonly gateway: { readonly name: string; readonly apiRoot: string };
  readonly catalog: {
    readonly models: number;
    readonly aliases: number;
    readonly skipped: number;
    readonly source: string;
    readonly fetchedAt: string;
    readonly warnings: readonly string[];
  } | null;
  readonly tools: readonly ToolRow[];
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly path: string | null;
    readonly line: number | null;
    readonly column: number | null;
    readonly hint: string | null;
  };
}

export interface ToolRow {
  readonly tool: string;
  readonly status: string;
  readonly files: readonly {
    readonly path: string;
    readonly action: string;
    readonly backup: string | null;
    readonly diff?: string;
  }[];
  readonly models: {
    readonly added: readonly string[];
    readonly updated: readonly string[];
    readonly removed: readonly string[];
    readonly protected: readonly object[];
    readonly total: number;
  };
  readonly notes: readonly string[];
  readonly error: RunDocument['error'] | null;
}

/** Ids of all tools, as their folders are named. */
export const tools = readdirSync(join(import.meta.dirname, '../../packages/tools')).toSorted();
