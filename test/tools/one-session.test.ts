import { cp, mkdir, symlink } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { changesBetween, homePicture } from './harness/home-picture.ts';
import { findInstalled, keyVariable, models, openLab, type Lab } from './harness/lab.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/tools');

/** How each tool is asked one question without a terminal; its model comes from us. */
const tools: readonly { name: string; args: readonly string[]; files: readonly string[]; variables?: object }[] = [
  { name: 'opencode', args: ['run', 'hi'], files: ['.config/opencode/opencode.json'] },
  {
    name: 'kilo',
    args: ['run', 'hi'],
    files: ['.config/kilo/kilo.json'],
    variables: { KILO_DISABLE_MODELS_FETCH: '1', KILO_DISABLE_AUTOUPDATE: '1', KILO_TELEMETRY_LEVEL: 'off' },
  },
  { name: 'codex', args: ['exec', '--skip-git-repo-check', 'hi'], files: ['.codex/config.toml'] },
  { name: 'claude-code', args: ['-p', 'hi'], files: ['.claude/settings.json'] },
  { name: 'qwen-code', args: ['-p', 'hi'], files: ['.qwen/settings.json'] },
  {
    name: 'copilot',
    args: ['-p', 'hi'],
    files: ['.copilot/providers.json', '.copilot/settings.json'],
    variables: { COPILOT_OFFLINE: 'true' },
  },
  { name: 'droid', args: ['exec', 'hi'], files: ['.factory/settings.json'] },
  {
    name: 'aider',
    args: ['--message', 'hi'],
    files: ['.aider.conf.yml', '.aider.model.metadata.json'],
    variables: { AIDER_ANALYTICS: 'false', AIDER_CHECK_UPDATE: 'false', AIDER_GIT: 'false', AIDER_YES_ALWAYS: 'true' },
  },
  { name: 'continue', args: ['-p', 'hi'], files: ['.continue/config.yaml'] },
  { name: 'goose', args: ['run', '--no-session', '-t', 'hi'], files: ['.config/goose/config.yaml'] },
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
  },
  {
    name: 'cline',
    args: ['say hi'],
    files: ['.cline/data/settings/providers.json'],
    variables: { CLINE_NO_AUTO_UPDATE: '1', CLINE_DISABLE_CLINE_PASS_NOTICE: '1' },
  },
  { name: 'gptme', args: ['--non-interactive', 'hi'], files: ['.config/gptme/config.toml'] },
  {
    name: 'crush',
    args: ['run', '-q', 'hi'],
    files: ['.config/crush/crush.json'],
    variables: {
      CRUSH_DISABLE_PROVIDER_AUTO_UPDATE: '1',
      CRUSH_DISABLE_METRICS: '1',
      CRUSH_DISABLE_DEFAULT_PROVIDERS: '1',
    },
  },
];

describe.each(tools)('$name', ({ name, args, variables = {} }) => {
  const isMissing = findInstalled(name) === undefined;

  test.skipIf(isMissing)('answers from the gateway, and its home is as it was', async () => {
    const lab = await labOf(name, variables);
    const before = await homePicture(lab.home.folder);
    const call = ['run', name, '--base-url', lab.gateway.baseUrl, '--api-key-env', keyVariable, '-m', models.plus.id];
    const path = [lab.home.path('bin'), lab.home.variables()['PATH']].join(delimiter);
    const result = await lab.modelrack([...call, '--', ...args], { variables: { PATH: path } });
    console.log(name, result.code, changesBetween(before, await homePicture(lab.home.folder)).join('\n'));
    const { execSync } = await import('node:child_process');
    console.log(
      execSync(`grep -rlE "${lab.gateway.key}|${lab.gateway.baseUrl}" ${lab.home.folder} || true`).toString(),
    );
    expect(
      lab.gateway.questions().map(({ model }) => model),
      result.shown,
    ).toContain(models.plus.id);
    expect(result.code, result.shown).toBe(0);
    expect(lab.gateway.questions().every(({ authorization }) => authorization === `Bearer ${lab.gateway.key}`)).toBe(
      true,
    );
    expect(result.shown).not.toContain(lab.gateway.key);
  });
});

/** With the files of a user in its home, as the tool itself writes them. */
async function labOf(name: string, variables: object): Promise<Lab> {
  const lab = await openLab(name, { variables: { ...variables } });
  onTestFinished(() => lab.close());
  await cp(join(fixtures, name, 'plain/before'), lab.home.folder, { recursive: true });
  // Its package calls the program by another name than its users do.
  if (name === 'goose') {
    await mkdir(lab.home.path('bin'));
    await symlink(findInstalled(name)?.bin ?? '', lab.home.path('bin/goose'));
  }
  return lab;
}
