import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTerminal } from '../tools/harness/terminal.ts';
import { bin, key, keyVariable, makeRack, openGateway, setUpRack, tools, type Rack } from './rack.ts';

const ids = ['lite', 'a/one:free', 'a/two', 'b/$(touch evaluated)', 'c/`touch evaluated`'];
const patience = 20_000;

/** A rack with these models, and with the command on the PATH of its shells. */
async function completing() {
  const { rack, gateway } = await setUpRack({ models: ids.map((id) => ({ id, context_window: 131_072 })) });
  rack.write('bin/modelrack', `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
  chmodSync(rack.path('bin/modelrack'), 0o755);
  rack.write('work/thread file.jsonl', '');
  return { rack, gateway };
}

/** What is offered at the end of a line. */
async function offered(rack: Rack, words: readonly string[], current = ''): Promise<readonly string[]> {
  const { code, stdout, stderr } = await rack.run(['complete', `=${current}`, ...words]);
  expect([code, stderr]).toEqual([0, '']);
  const [kind, ...rows] = stdout.trimEnd().split('\n');
  return kind === 'files' ? ['files'] : rows.map((row) => row.split('\t')[0] ?? '');
}

describe('what is offered', () => {
  it('is live: models of the cached list, tools and connections', async () => {
    const { rack, gateway } = await completing();
    await gateway.close();
    const env = { PATH: '', MY_API_KEY: key };
    expect(await offered(rack, ['fits'])).toEqual(expect.arrayContaining(['lite', 'a/one:free', 'a/two']));
    expect(await offered(rack, ['refresh'])).toEqual(tools);
    expect(await offered(rack, ['key'])).toEqual(['modelrack']);
    expect(await offered(rack, ['list'], '--gateway=')).toEqual(['--gateway=modelrack']);
    const variables = await rack.run(['complete', '=', 'list', '--api-key-env'], { env });
    expect(variables.stdout).toContain(`MY_API_KEY\t\n`);
    expect(variables.stdout).toContain(`${keyVariable}\t\n`);
    expect(variables.stdout).not.toContain(key);
  });

  it('follows the connection that the line names', async () => {
    const { rack } = await completing();
    const other = await openGateway({ models: [{ id: 'other/model' }] });
    await rack.run(['setup', 'pi', '--gateway', 'second', '--base-url', other.baseUrl, '--api-key-env', keyVariable]);
    expect(await offered(rack, ['fits', '--gateway', 'second'])).toEqual(['other/model']);
    expect(await offered(rack, ['fits', '--gateway=second'])).toEqual(['other/model']);
  });

  it('is nothing, without a word, where nothing is set up or the configuration is broken', async () => {
    const rack = makeRack();
    expect(await offered(rack, ['fits'])).toEqual([]);
    rack.write('.config/modelrack/config.jsonc', '{ broken');
    expect((await rack.run(['complete', '=', 'fits'])).stderr).toBe('');
  });
});

function hasShell(name: string): boolean {
  return process.platform !== 'win32' && spawnSync(name, ['-c', 'exit 0']).status === 0;
}

/** Lines up to a Tab, and what the line is afterwards or what is offered below it. */
const lines = [
  ['modelrack ref', 'modelrack refresh '],
  ['modelrack setup claude-code-r', 'modelrack setup claude-code-router '],
  ['modelrack fits a/on', 'modelrack fits a/one:free '],
  ['modelrack fits a/one:f', 'modelrack fits a/one:free '],
  ['modelrack list --gatew', 'modelrack list --gateway '],
  ['modelrack list --gateway mod', 'modelrack list --gateway modelrack '],
  ['modelrack export --format to', 'modelrack export --format toml '],
  ['modelrack gateway tiers ren', 'modelrack gateway tiers rename '],
  ['modelrack fits lite --thread thr', 'modelrack fits lite --thread thread\\ file.jsonl '],
] as const;

const starts = {
  bash: { args: ['--norc', '--noprofile', '-i'], first: 'PS1="> "; eval "$(modelrack completion bash)"; clear' },
  zsh: {
    args: ['-f', '-i'],
    first: 'PS1="> "; autoload -Uz compinit; compinit -u -D; eval "$(modelrack completion zsh)"; clear',
  },
} as const;

describe.each(['bash', 'zsh'] as const)('at Tab in a real %s', (shell) => {
  it.skipIf(!hasShell(shell))('a word is completed, and what a gateway sends is not evaluated', async () => {
    const { rack } = await completing();
    const { args, first } = starts[shell];
    const variables = () => ({
      HOME: rack.home,
      PATH: `${rack.path('bin')}:/usr/bin:/bin`,
      TERM: 'xterm-256color',
      [keyVariable]: key,
    });
    const terminal = openTerminal(shell, args, { home: { project: rack.path('work'), variables } });
    onTestFinished(() => terminal.close());
    await terminal.settle();
    await terminal.type(first);
    await terminal.press('Enter');
    await terminal.waitFor(/^> *$/, patience);
    for (const [typed, wanted] of lines) {
      await terminal.type(typed);
      await terminal.press('Tab');
      const after = wanted.trimEnd().replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
      await terminal.waitFor(new RegExp(`^> ${after}$`, 'm'), patience);
      await terminal.press('Ctrl-U', 'Ctrl-L');
    }
    await terminal.type('modelrack fits b/');
    await terminal.press('Tab');
    await terminal.waitFor(/fits b\/\\\$\\\(touch\\ evaluated\\\)/, patience);
    await terminal.press('Ctrl-U');
    expect(rack.has('work/evaluated')).toBe(false);
  });
});

describe('in a real fish', () => {
  it.skipIf(!hasShell('fish'))('the same is offered, with descriptions', async () => {
    const { rack } = await completing();
    const ask = (line: string) => {
      const script = `modelrack completion fish | source; complete -C ${JSON.stringify(line)}`;
      const env = { HOME: rack.home, PATH: `${rack.path('bin')}:/usr/bin:/bin`, [keyVariable]: key };
      const result = spawnSync('fish', ['--no-config', '-c', script], {
        env,
        cwd: rack.path('work'),
        encoding: 'utf8',
      });
      expect(result.stderr).toBe('');
      return result.stdout.trimEnd().split('\n');
    };
    expect(ask('modelrack ref')).toEqual(['refresh\tupdate every configured tool from the live list']);
    expect(ask('modelrack fits a/on')).toEqual(['a/one:free\t131k']);
    expect(ask('modelrack fits one')).toEqual(['a/one:free\t131k']);
    expect(ask('modelrack list --gateway=mod').map((row) => row.split('\t')[0])).toEqual(['--gateway=modelrack']);
    expect(ask('modelrack fits lite --thread thr')).toEqual(['thread file.jsonl']);
    expect(ask('modelrack fits b/').join()).toContain('$(touch evaluated)');
    expect(rack.has('work/evaluated')).toBe(false);
  });
});
