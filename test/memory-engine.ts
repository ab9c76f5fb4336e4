import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readModelList, type Catalog } from '@modelrack/catalog';
import { applyRun, diffOf, loadConnections, planRun, storeKey, type Machine, type RunRequest } from '@modelrack/setup';
import type { ConformanceEngine, EngineOutcome, EngineRequest } from '@modelrack/tool-kit/testing';

/** As `memoryEngine`, but makes no diffs: they take longer than the run. */
export const silentEngine: ConformanceEngine = { run: (asked) => runOnce(asked, false) };
/** As `silentEngine`, with the state below the home folder, which must be one below `state`. */
export const homeEngine: ConformanceEngine = {
  run: (asked) => runOnce(asked, false, join(asked.home, '.local/state')),
};

// The lock is a real one, whatever the file system: it needs a real folder.
export const state = mkdtempSync(join(tmpdir(), 'modelrack-test-state-'));
/** The real engine on a home folder in memory. */
export const memoryEngine: ConformanceEngine = { state, run: (asked) => runOnce(asked, true) };

let seconds = 0;
/** Two runs never happen at one time: the ledger tells them apart by it. */
function nextSecond(): Date {
  seconds += 1;
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
}

export function machineFor(
  { fs, home, cwd, key }: Pick<EngineRequest, 'fs' | 'home' | 'cwd' | 'key'>,
  stateFolder: string,
): Machine {
  if (fs.text('/opt/modelrack/modelrack.js') === undefined) fs.put('/opt/modelrack/modelrack.js', '// our command\n');
  return {
    platform: 'linux',
    home,
    cwd,
    variables: { XDG_STATE_HOME: stateFolder, MODELRACK_API_KEY: key.value, SECOND_API_KEY: key.value },
    fs,
    now: nextSecond,
    run: () => Promise.resolve(undefined),
    self: { node: '/usr/bin/node', folder: '/opt/modelrack', entry: 'modelrack.js', build: 'test' },
  };
}

async function runOnce(asked: EngineRequest, isShown: boolean, stateFolder = state): Promise<EngineOutcome> {
  const machine = machineFor(asked, stateFolder);
  if (asked.key.from === 'file') storeKey(machine, { name: asked.gateway.name }, asked.key.value);
  const request = await requestFor(machine, asked);
  const run = await (asked.isPreview ? planRun : applyRun)(machine, request);
  const [outcome] = run.tools;
  if (outcome === undefined) throw new Error('the engine says nothing of the tool');
  const diffs = await Promise.all((isShown ? outcome.files : []).map((file) => diffOf(file, [asked.key.value])));
  // `before` and `after` are whole files, of which only the diff is shown.
  const files = outcome.files.map(({ path, action, backup }) => ({ path, action, backup }));
  const shown = [JSON.stringify({ ...outcome, files }), ...diffs].join('\n');
  return { ...outcome, shown };
}

async function requestFor(machine: Machine, asked: EngineRequest): Promise<RunRequest> {
  const { gateway, key, flags } = asked;
  const saved = (await loadConnections(machine)).find(({ name }) => name === gateway.name);
  const source = key.from === 'env' ? { env: `${gateway.name.toUpperCase()}_API_KEY` } : ({ file: true } as const);
  return {
    command: asked.command,
    connection: { ...gateway, key: source, tools: saved?.tools ?? {} },
    key: key.value,
    catalog: catalogOf(asked),
    tools: [
      {
        tool: asked.tool,
        isNamed: true,
        models: flags.models,
        default: flags.default,
        mcp: flags.mcp,
      },
    ],
    takeOver: flags.takeOver,
    project: flags.project,
    configFile: flags.configFile,
    allowShrink: false,
    wire: () => Promise.resolve('present'),
  };
}

function catalogOf({ gateway, list }: EngineRequest): Catalog {
  const { models, skipped } = readModelList({ object: 'list', data: list }, { now: new Date('2026-01-01T00:00:00Z') });
  return {
    apiRoot: gateway.apiRoot,
    models,
    skipped,
    warnings: [],
    partial: false,
    source: 'live',
    fetchedAt: '2026-01-01T00:00:00.000Z',
  };
}
