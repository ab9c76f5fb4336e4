import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { key, keyVariable, makeRack, openGateway, type Rack, type RunDocument } from './rack.ts';

const hasGit = spawnSync('git', ['--version']).status === 0;
const file = '.aider.conf.yml';

function git(rack: Rack, ...args: readonly string[]): string {
  const env = { HOME: rack.home, PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1' };
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: rack.home, env, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout;
}

function bare(rack: Rack, place: string, isNamed: boolean): void {
  git(rack, 'init', '-q', '--bare', place);
  git(rack, `--git-dir=${place}`, 'config', 'core.bare', 'false');
  if (isNamed) git(rack, `--git-dir=${place}`, 'config', 'core.worktree', rack.home);
  git(rack, `--git-dir=${place}`, `--work-tree=${rack.home}`, 'add', file);
}

/** Ways in which dotfiles are kept in git; each gives the variables that belong to it. */
const ways: Readonly<Record<string, (rack: Rack) => Record<string, string> | void>> = {
  'a .git folder': (rack) => void git(rack, 'init', '-q', '.'),
  yadm: (rack) => bare(rack, '.local/share/yadm/repo.git', true),
  'a bare repository with its work tree': (rack) => bare(rack, '.cfg', true),
  'a bare repository that lists the file': (rack) => bare(rack, 'dotfiles.git', false),
  'the variables of git': (rack) => {
    bare(rack, 'work/repo.git', false);
    return { GIT_DIR: rack.path('work/repo.git'), GIT_WORK_TREE: rack.home };
  },
};

describe.skipIf(!hasGit)('no key in a home that git keeps', () => {
  it.each(Object.entries(ways))('%s: a literal is refused', async (_, way) => {
    const { baseUrl } = await openGateway();
    const rack = makeRack();
    rack.write(file, 'dark-mode: true\n');
    const env = way(rack) ?? {};
    const args = ['setup', 'aider', '--base-url', baseUrl, '--api-key-env', keyVariable];
    const { code, document } = await rack.json<RunDocument>(args, { env });
    expect(code, JSON.stringify(document)).toBe(3);
    expect(document.tools[0]?.error).toMatchObject({ code: 'key-in-repository', path: rack.path(file) });
    expect(rack.read(file)).toBe('dark-mode: true\n');
  });

  it.each(['.', '.config'])('a key is not stored below a work tree: %s', async (place) => {
    const { baseUrl } = await openGateway();
    const rack = makeRack();
    rack.write('.config/opencode/opencode.json', '{}\n');
    git(rack, 'init', '-q', place);
    const args = ['setup', 'opencode', '--base-url', baseUrl, '--api-key-stdin'];
    const { code, document } = await rack.json<RunDocument>(args, { input: key });
    expect(code, JSON.stringify(document)).toBe(3);
    expect(document.error).toMatchObject({ code: 'key-in-repository', hint: expect.stringContaining('--api-key-env') });
    expect(rack.has('.config/modelrack/keys')).toBe(false);
    expect(rack.read('.config/opencode/opencode.json')).toBe('{}\n');
  });

  it('a repository that keeps other files is no reason', async () => {
    const { baseUrl } = await openGateway();
    const rack = makeRack();
    rack.write(file, 'dark-mode: true\n');
    rack.write('.vimrc', 'set nu\n');
    git(rack, 'init', '-q', '--bare', '.cfg');
    git(rack, '--git-dir=.cfg', `--work-tree=${rack.home}`, 'add', '.vimrc');
    const args = ['setup', 'aider', '--base-url', baseUrl, '--api-key-env', keyVariable];
    expect((await rack.run(args)).code).toBe(0);
  });

  it('a file that a link leads into a repository is refused', async () => {
    const { baseUrl } = await openGateway();
    const rack = makeRack();
    rack.write('dotfiles/aider.yml', 'dark-mode: true\n');
    git(rack, 'init', '-q', 'dotfiles');
    symlinkSync(rack.path('dotfiles/aider.yml'), rack.path(file));
    const args = ['setup', 'aider', '--base-url', baseUrl, '--api-key-env', keyVariable];
    expect((await rack.run(args)).code).toBe(3);
  });
});
