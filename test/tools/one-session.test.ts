import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fixturesOf } from '../repository/fixtures-of.ts';
import type { Variables } from './harness/home.ts';
import { changesBetween, homePicture } from './harness/home-picture.ts';
import { findInstalled, keyVariable, models, openLab, type Lab } from './harness/lab.ts';

interface Case {
  readonly name: string;
  /** How it is asked one question without a terminal; its model comes from us. */
  readonly args: readonly string[];
  /** All that its definition writes. */
  readonly files: readonly string[];
  /** Where it makes files of its own as it runs, whatever gateway it has: logs, sessions, caches, skills. */
  readonly keeps?: readonly string[];
  readonly variables?: Variables;
  /** What it writes once, when it is started for the first time. */
  readonly lived?: Readonly<Record<string, string>>;
  /** Records of its own that name the address, without the key, of what it talked to. */
  readonly remembers?: readonly string[];
  readonly milliseconds?: number;
}

const tools: readonly Case[] = [
  {
    name: 'opencode',
    args: ['run', 'hi'],
    files: ['.config/opencode/opencode.json'],
    keeps: ['.config/opencode/.gitignore', '.local/share/opencode/', '.local/state/opencode/'],
  },
  {
    name: 'kilo',
    args: ['run', 'hi'],
    files: ['.config/kilo/kilo.json'],
    keeps: ['.config/kilo/.gitignore', '.local/share/kilo/', '.local/state/kilo-sandbox-policy/'],
    // It moves its rules for the shell into its file, once.
    lived: { '.config/kilo/.bash-permission-migrated': '' },
    variables: { KILO_DISABLE_MODELS_FETCH: '1', KILO_DISABLE_AUTOUPDATE: '1', KILO_TELEMETRY_LEVEL: 'off' },
  },
  {
    name: 'codex',
    args: ['exec', '--skip-git-repo-check', 'hi'],
    files: ['.codex/config.toml', '.codex/modelrack-models.json'],
    keeps: ['.codex/'],
  },
  {
    name: 'claude-code',
    args: ['-p', 'hi'],
    files: ['.claude/settings.json'],
    keeps: ['.claude.json', '.claude/backups/', '.claude/plugins/', '.claude/projects/'],
  },
  { name: 'qwen-code', args: ['-p', 'hi'], files: ['.qwen/settings.json'], keeps: ['.qwen/'] },
  {
    name: 'copilot',
    args: ['-p', 'hi'],
    files: ['.copilot/providers.json', '.copilot/settings.json'],
    keeps: ['.copilot/'],
    variables: { COPILOT_OFFLINE: 'true' },
  },
  { name: 'droid', args: ['exec', 'hi'], files: ['.factory/settings.json'], keeps: ['.factory/'] },
  {
    name: 'aider',
    args: ['--message', 'hi'],
    files: ['.aider.conf.yml', '.aider.model.metadata.json'],
    keeps: ['.aider/', 'project/.aider.'],
    variables: { AIDER_ANALYTICS: 'false', AIDER_CHECK_UPDATE: 'false', AIDER_GIT: 'false', AIDER_YES_ALWAYS: 'true' },
  },
  { name: 'continue', args: ['-p', 'hi'], files: ['.continue/config.yaml', '.continue/index/globalContext.json'] },
  {
    name: 'goose',
    args: ['run', '--no-session', '-t', 'hi'],
    files: ['.config/goose/config.yaml', '.config/goose/custom_providers/session.json'],
    keeps: ['.local/share/goose/', '.local/state/goose/'],
  },
  { name: 'aichat', args: ['hi'], files: ['.config/aichat/config.yaml'] },
  { name: 'pi', args: ['-p', 'hi'], files: ['.pi/agent/models.json', '.pi/agent/settings.json'] },
  { name: 'kimi', args: ['-p', 'hi'], files: ['.kimi-code/config.toml'] },
  { name: 'mistral-vibe', args: ['-p', 'hi'], files: ['.vibe/config.toml'] },
  {
    name: 'llm',
    args: ['hi'],
    files: ['.config/io.datasette.llm/keys.json', '.config/io.datasette.llm/extra-openai-models.yaml'],
  },
  {
    name: 'openclaw',
    args: ['agent', '--local', '--agent', 'main', '--message', 'hi'],
    files: ['.openclaw/openclaw.json'],
    keeps: ['.openclaw/'],
    // It sets up a workspace and an index first.
    milliseconds: 280_000,
    remembers: ['.openclaw/agents/main/agent/openclaw-agent.sqlite'],
  },
  {
    name: 'cline',
    args: ['say hi'],
    files: ['.cline/data/settings/providers.json'],
    keeps: ['.cline/data/'],
    variables: { CLINE_NO_AUTO_UPDATE: '1', CLINE_DISABLE_CLINE_PASS_NOTICE: '1' },
  },
  {
    name: 'gptme',
    args: ['--non-interactive', 'hi'],
    files: ['.config/gptme/config.toml'],
    keeps: ['.local/share/gptme/'],
  },
  {
    name: 'crush',
    args: ['run', '-q', 'hi'],
    files: ['.config/crush/crush.json'],
    keeps: ['.local/share/crush/', 'project/.crush/'],
    variables: {
      CRUSH_DISABLE_PROVIDER_AUTO_UPDATE: '1',
      CRUSH_DISABLE_METRICS: '1',
      CRUSH_DISABLE_DEFAULT_PROVIDERS: '1',
    },
  },
];

const common = ['tmp/', '.cache/'];

describe.each(tools)('$name', (each) => {
  const { name, args, files, keeps = [], remembers = [], milliseconds = 120_000 } = each;
  const isMissing = findInstalled(name) === undefined;

  test.skipIf(isMissing)('answers from the gateway, and its home is as it was', { timeout: 600_000 }, async () => {
    const lab = await labOf(each);
    const before = await homePicture(lab.home.folder);
    const call = ['run', name, '--base-url', lab.gateway.baseUrl, '--api-key-env', keyVariable, '-m', models.plus.id];
    const PATH = [lab.home.path('bin'), lab.home.variables()['PATH']].join(delimiter);
    const result = await lab.modelrack([...call, '--', ...args], { variables: { PATH }, milliseconds });
    const questions = lab.gateway.questions();
    expect(
      questions.map(({ model }) => model),
      result.shown,
    ).toContain(models.plus.id);
    expect(result.code, result.shown).toBe(0);
    expect(new Set(questions.map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${lab.gateway.key}`]),
    );
    expect(result.shown).not.toContain(lab.gateway.key);
    // Every file that was there has its bytes and its mode; what is new is the tool's own, and nothing that we write.
    const ours = `.local/state/modelrack/tools/${name}.json`;
    const changes = changesBetween(before, await homePicture(lab.home.folder));
    const isOwn = (path: string) =>
      !files.includes(path) && [...keeps, ...common].some((start) => path.startsWith(start));
    expect(
      changes.filter((change) => change !== `+ ${ours}` && !(change.startsWith('+ ') && isOwn(change.slice(2)))),
    ).toEqual([]);
    // The key is in no file that is left, and the address in none but those records; logs and databases are looked at.
    expect(await filesWith(lab.home.folder, lab.gateway.key)).toEqual([]);
    const naming = await filesWith(lab.home.folder, lab.gateway.baseUrl);
    expect(naming.filter((path) => !remembers.some((known) => path === lab.home.path(known)))).toEqual([]);
  });
});

/** With the files of a user in its home, as the tool itself writes them. */
async function labOf({ name, variables = {}, lived = {} }: Case): Promise<Lab> {
  const lab = await openLab(name, { variables });
  onTestFinished(() => lab.close());
  await cp(join(fixturesOf(name), 'plain/before'), lab.home.folder, { recursive: true });
  for (const [path, text] of Object.entries(lived)) await lab.home.write(path, text);
  // Its package calls the program by another name than its users do.
  if (name === 'goose') {
    await mkdir(lab.home.path('bin'));
    await symlink(findInstalled(name)?.bin ?? '', lab.home.path('bin/goose'));
  }
  return lab;
}

async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const bytes = await readFile(path).catch(() => Buffer.alloc(0));
        return bytes.includes(text) ? [path] : [];
      }),
  );
  return found.flat();
}
