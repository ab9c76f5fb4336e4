import spawn from 'cross-spawn';
import { RackError } from '@modelrack/errors';
import type { SessionPlan } from '@modelrack/setup';

export interface Child extends Pick<SessionPlan, 'program' | 'variables'> {
  readonly args: readonly string[];
  onStart(pid: number): void;
}

const forwarded = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

/** The tool has this terminal until it ends; resolves to its exit code, as a shell tells it. */
export function runChild({ program, args, variables, onStart }: Child): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { stdio: 'inherit', env: environment(variables) });
    const forward = (signal: NodeJS.Signals) => {
      // A terminal sends what is typed to both of us.
      const isTyped = process.stdin.isTTY === true && (signal === 'SIGINT' || signal === 'SIGQUIT');
      if (!isTyped) child.kill(signal);
    };
    for (const signal of forwarded) listen(signal, forward);
    const stop = () => {
      for (const signal of forwarded) process.off(signal, forward);
    };
    if (child.pid !== undefined) onStart(child.pid);
    child.once('error', (cause) => {
      stop();
      reject(new RackError('internal', `it could not be started: ${cause.message}`, { path: program, cause }));
    });
    child.once('exit', (code, signal) => {
      stop();
      resolve(code ?? 128 + process.getBuiltinModule('node:os').constants.signals[signal ?? 'SIGTERM']);
    });
  });
}

/** A system knows only some of them. */
function listen(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): void {
  try {
    process.on(signal, listener);
  } catch {
    // Nobody can send it then.
  }
}

function environment(variables: SessionPlan['variables']): NodeJS.ProcessEnv {
  const all = { ...process.env, ...variables };
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => value !== '' || variables[name] !== ''));
}
