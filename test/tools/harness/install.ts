import { existsSync } from 'node:fs';
import { mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Release } from '../versions.ts';
import { cargoFolder, loadCargo, newestCrate } from './cargo.ts';
import { commandFolder, loadPython, newestPython } from './python.ts';
import { runStep, type StepOptions } from './run-step.ts';

/** A release that is on this machine. */
export interface Installed {
  readonly name: string;
  readonly version: string;
  /** Folder that holds the command, for PATH. */
  readonly binFolder: string;
  readonly bin: string;
  /** Runs with the newer Node of the list. */
  readonly newerNode: boolean;
}

const lockPause = 500;
/** A lock whose owner has not touched it for so long is left over from a run that died. */
const staleLock = 60_000;
const marker = '.complete';

/** Outside the tree, so that a fresh clone does not load a gigabyte again. */
function cacheFolder(variables: NodeJS.ProcessEnv = process.env): string {
  if (variables['MODELRACK_TEST_CACHE']) return variables['MODELRACK_TEST_CACHE'];
  const name = 'modelrack-test-tools';
  if (process.platform === 'darwin') return join(homedir(), 'Library/Caches', name);
  if (process.platform === 'win32') return join(variables['LOCALAPPDATA'] ?? homedir(), name);
  return join(variables['XDG_CACHE_HOME'] || join(homedir(), '.cache'), name);
}

/** Brings a release into the cache, if it is not there yet. Throws when its registry cannot be had. */
export async function install(release: Release): Promise<Installed> {
  const packageName = release.package.replace('{platform}', platformName());
  const spec = `${packageName}${release.python ? '==' : '@'}${release.version}`;
  const folder = join(cacheFolder(), spec.replaceAll('/', '+'));
  const binFolder = join(folder, commandsOf(release));
  const installed = {
    name: release.name,
    version: release.version,
    binFolder,
    bin: join(binFolder, release.bin.replace('{platform}', platformName())),
    newerNode: release.newerNode === true,
  };
  if (existsSync(join(folder, marker))) return installed;
  await mkdir(cacheFolder(), { recursive: true });
  const unlock = await lock(`${folder}.lock`);
  try {
    // Another run may have installed it while this one waited.
    if (!existsSync(join(folder, marker))) {
      const script = release.afterInstall;
      const afterInstall = script && join(folder, 'node_modules', packageName, script);
      await load({ spec, folder, afterInstall, release });
    }
  } finally {
    await unlock();
  }
  return installed;
}

/** The release as it is published now, for `--latest`. */
export async function newest(release: Release): Promise<Release> {
  await mkdir(cacheFolder(), { recursive: true });
  if (release.isCrate) return { ...release, version: await newestCrate(release.package, cacheFolder()) };
  if (release.python)
    return { ...release, version: await newestPython(release.package, release.python, cacheFolder()) };
  const version = await npm(['view', release.package, 'version'], { cwd: cacheFolder(), output: 'capture' });
  return { ...release, version: version.trim() };
}

function commandsOf({ python, isCrate }: Release): string {
  if (isCrate) return cargoFolder;
  return python ? commandFolder : 'node_modules/.bin';
}

interface Load {
  readonly spec: string;
  readonly folder: string;
  /** Under the folder. */
  readonly afterInstall: string | undefined;
  readonly release: Pick<Release, 'python' | 'isCrate'>;
}

async function load(one: Load): Promise<void> {
  const { spec, folder, release } = one;
  const start = Date.now();
  process.stderr.write(`installing ${spec} …\n`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  if (release.isCrate) await loadCargo(spec, folder);
  else if (release.python) await loadPython(spec, folder, release.python);
  else await loadNpm(one);
  await writeFile(join(folder, marker), '');
  process.stderr.write(`installed ${spec} in ${Math.round((Date.now() - start) / 1000)} s\n`);
}

async function loadNpm({ spec, folder, afterInstall }: Load): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  // Scripts stay off: only the one that is named in the list of versions runs.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '--prefix', folder];
  await npm(['install', spec, ...flags], { cwd: folder, output: 'show' });
  if (afterInstall)
    await runStep([process.execPath, basename(afterInstall)], { cwd: dirname(afterInstall), output: 'show' });
}

async function lock(path: string): Promise<() => Promise<void>> {
  for (let waits = 0; ; waits += 1) {
    try {
      await mkdir(path);
      break;
    } catch (error) {
      if (!isExisting(error)) throw error;
    }
    if (waits === 0) process.stderr.write(`waiting for another run that installs (${path})\n`);
    const touched = await stat(path).then(
      (found) => found.mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - touched > staleLock) await rm(path, { recursive: true, force: true });
    else await pause(lockPause);
  }
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), staleLock / 4);
  return async () => {
    clearInterval(beat);
    await rm(path, { recursive: true, force: true });
  };
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

function platformName(): string {
  return `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}

function npm(args: readonly string[], options: StepOptions): Promise<string> {
  // Under `npm run` the running npm tells where it lies; no shell is needed then, on Windows either.
  const entry = process.env['npm_execpath'];
  if (entry?.endsWith('.js')) return runStep([process.execPath, entry, ...args], options);
  return runStep([process.platform === 'win32' ? 'npm.cmd' : 'npm', ...args], options);
}
