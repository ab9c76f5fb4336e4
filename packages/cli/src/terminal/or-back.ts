import type { Context } from '../world/context.ts';

/** The answer to a question that somebody left with Esc. */
export const back = Symbol('back');
export type Back = typeof back;

/** Asks what can be left with Esc. Ctrl-C still ends the command. */
export async function orBack<Answer>(
  context: Context,
  ask: (context: Context) => Promise<Answer>,
): Promise<Answer | Back> {
  const { stdin } = context.world;
  const left = new AbortController();
  const watch = (_: unknown, key: { readonly name?: string } | undefined) => {
    if (key?.name === 'escape') left.abort();
  };
  stdin.prependListener('keypress', watch);
  try {
    return await ask({ ...context, signal: left.signal });
  } catch (error) {
    if (left.signal.aborted) return back;
    throw error;
  } finally {
    stdin.off('keypress', watch);
  }
}
