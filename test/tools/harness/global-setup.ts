import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { newerNode, releases, type Release } from '../versions.ts';
import { install, newest, type Installed } from './install.ts';

const built = join(import.meta.dirname, '../../../packages/cli/dist');

declare module 'vitest' {
  interface ProvidedContext {
    /** By name of the release; a tool that could not be had is missing. */
    installed: Readonly<Record<string, Installed>>;
    /** Why the others could not be had. */
    missing: Readonly<Record<string, string>>;
    /** Names of the releases that this run is about. */
    wanted: readonly string[];
    /** Our built command: a copy, so that a build during the run does not disturb it. */
    command: string;
  }
}

/** Some tools could not be had; all that ran has passed. */
const skippedExit = 3;

const skipped: string[] = [];
let copy: string | undefined;

/** Installs what this run is about, one after the other; what cannot be had is skipped, loudly. */
export async function setup(project: TestProject): Promise<void> {
  if (!existsSync(built)) throw new Error(`${built} is missing: npm run build`);
  const wanted = chooseReleases(process.env);
  const installed: Record<string, Installed> = {};
  const missing: Record<string, string> = {};
  for (const release of wanted) {
    try {
      if (release.newerNode && !installed[newerNode.name]) throw new Error('there is no Node that it runs on');
      const isPinned = release === newerNode || release.pinned || !process.env['MODELRACK_TEST_LATEST'];
      installed[release.name] = await install(isPinned ? release : await newest(release));
    } catch (error) {
      missing[release.name] = String(error).split('\n')[0] ?? '';
      skipped.push(
        `SKIPPED ${release.name}: ${release.package} ${release.version} could not be installed (${String(error)})`,
      );
    }
  }
  for (const { name, version } of Object.values(installed)) console.error(`${name} ${version}`);
  tellSkipped();
  project.provide('installed', installed);
  project.provide('missing', missing);
  const wantedTools = wanted.filter((release) => release !== newerNode);
  project.provide(
    'wanted',
    wantedTools.map(({ name }) => name),
  );
  copy = await mkdtemp(join(tmpdir(), 'rack-command-'));
  await cp(built, copy, { recursive: true });
  project.provide('command', join(copy, 'modelrack.js'));
}

export async function teardown(): Promise<void> {
  if (copy) await rm(copy, { recursive: true, force: true });
  tellSkipped();
  if (skipped.length > 0) process.exitCode ??= skippedExit;
}

function tellSkipped(): void {
  for (const line of skipped) console.error(line);
}

/** Files of tests that are about several releases, by their name. */
const groups: Readonly<Record<string, readonly string[]>> = {
  guide: ['opencode'],
  'in-step': ['opencode', 'qwen-code', 'codex', 'copilot', 'kilo', 'droid'],
  mcp: ['opencode', 'codex', 'claude-code', 'mcp-inspector'],
  facts: ['opencode', 'pi', 'kimi', 'qwen-code', 'mistral-vibe', 'droid', 'codex', 'claude-code'],
  litellm: ['litellm', 'opencode', 'pi', 'qwen-code', 'droid'],
  install: ['node-20', 'node-22', 'node-24'],
  'one-session': releases
    .map(({ name }) => name)
    .filter((name) => !/-older$|^mcp-|^node-|^llmprobe$|^librechat$/.test(name)),
};

function chooseReleases(variables: NodeJS.ProcessEnv): readonly Release[] {
  const asked = variables['MODELRACK_TEST_TOOLS']?.split(',').filter(Boolean) ?? [];
  const names = asked.flatMap((name) => groups[name] ?? [name]);
  const unknown = names.filter((name) => !releases.some((release) => release.name === name));
  if (unknown.length > 0)
    throw new Error(`no such tool: ${unknown.join(', ')}; there are ${releases.map(({ name }) => name).join(', ')}`);
  const isAll = Boolean(variables['MODELRACK_TEST_ALL']);
  const isLatest = Boolean(variables['MODELRACK_TEST_LATEST']);
  const isWanted = (release: Release): boolean =>
    names.length > 0 ? names.includes(release.name) : (!release.extra || isAll) && !(isLatest && release.pinned);
  const tools = releases.filter(isWanted);
  return tools.some((release) => release.newerNode) ? [newerNode, ...tools] : tools;
}
