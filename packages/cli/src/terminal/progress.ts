import type { Context } from '../world/context.ts';
import { oneLine } from '@modelrack/text';

/** A spinner on a terminal while `work` runs; nothing in a pipe. `say` changes its text. */
export async function withProgress<Result>(
  context: Context,
  text: string,
  work: (say: (text: string) => void) => Promise<Result>,
): Promise<Result> {
  const { err, variables } = context.world;
  if (!err.isTTY || variables['CI'] !== undefined || context.printer.isQuiet) {
    return work((line) => context.printer.detail(line));
  }
  const { default: yoctoSpinner } = await import('yocto-spinner');
  const spinner = yoctoSpinner({ text: oneLine(text), stream: context.world.stderr, handleSignals: false }).start();
  // Else the terminal would be left without its cursor.
  const forget = context.world.onInterrupt(() => void spinner.stop());
  try {
    return await work((line) => (spinner.text = oneLine(line)));
  } finally {
    forget();
    spinner.stop();
  }
}
