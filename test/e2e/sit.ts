import { onTestFinished } from 'vitest';
import { openTerminal, type Terminal } from '../tools/harness/terminal.ts';
import { bin, key, keyVariable, type Rack } from './rack.ts';

const patience = 10_000;

/** The command at a keyboard; the last line of the screen tells its exit code. */
export function sit(rack: Rack, args: string, env: Record<string, string> = {}): Terminal {
  const variables = () => ({
    HOME: rack.home,
    TERM: 'xterm-256color',
    // Tools and servers of this machine are nobody's here.
    PATH: '/nowhere',
    MODELRACK_LOCAL_PORTS: '',
    [keyVariable]: key,
    ...env,
  });
  // The shell is in the same terminal: Ctrl-C must not end it before it can tell.
  const line = `trap : INT; "${process.execPath}" "${bin}" ${args}; echo "code $?"`;
  const terminal = openTerminal('/bin/sh', ['-c', line], { home: { project: rack.path('work'), variables } });
  onTestFinished(() => terminal.close());
  return terminal;
}

export const see = (terminal: Terminal, wanted: string | RegExp) => terminal.waitFor(wanted, patience);
