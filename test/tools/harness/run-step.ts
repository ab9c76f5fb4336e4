import { spawn } from 'node:child_process';

export interface StepOptions {
  readonly cwd: string;
  /** `show`: on standard error, as progress. */
  readonly output: 'show' | 'capture';
}

/** One step of an installation; throws where it fails. */
export function runStep([file = '', ...args]: readonly string[], { cwd, output }: StepOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', output === 'capture' ? 'pipe' : 2, 2] as const;
    const child = spawn(file, args, { cwd, stdio: [...stdio], shell: file.endsWith('.cmd') });
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${file} ${args[0]} ended with ${code}`)),
    );
  });
}
