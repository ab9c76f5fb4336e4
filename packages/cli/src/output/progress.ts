import type { Context } from '../context.ts';

/** A spinner on a terminal while `work` runs; nothing in a pipe. */
export async function withProgress<Result>(context: Context, text: string, work: () => Promise<Result>): Promise<Result> {
  const { stderr, variables } = context.world;
  if (stderr.isTTY !== true || variables['CI'] !== undefined || context.printer.isQuiet) return work();
  const { default: yoctoSpinner } = await import('yocto-spinner');
  const spinner = yoctoSpinner({ text, stream: stderr, handleSignals: false }).start();
  try {
    return await work();
  } finally {
    spinner.stop();
  }
}
