import { isRackError, type ErrorCode, type RackError } from '@modelrack/errors';
import { agreeToRedirect } from '../connections/agree-to-redirect.ts';
import { typedKey, type FoundKey } from '../connections/key-source.ts';
import { withKey, type Target } from '../connections/target.ts';
import type { ModelList } from '../lists/model-list.ts';
import { readList } from '../lists/read-list.ts';
import { back, orBack, type Back } from '../terminal/or-back.ts';
import { errorText } from '../text/print-error.ts';
import type { Context, RunOptions } from '../world/context.ts';

export interface CheckedGateway {
  readonly target: Target;
  readonly list: ModelList;
}

const refusals: ReadonlySet<ErrorCode> = new Set(['auth', 'forbidden', 'key-missing']);

/** Reads the list, which shows whether URL and key are good; asks for the key as often as it is refused. Writes nothing. */
export async function checkGateway(
  context: Context,
  first: Target,
  options: RunOptions,
): Promise<CheckedGateway | Back> {
  let target = first;
  for (;;) {
    try {
      return await readGateway(context, target, options);
    } catch (error) {
      if (!isRackError(error) || !refusals.has(error.code)) throw error;
      complain(context, error);
    }
    const found = await askForKey(context);
    if (found === back) return back;
    target = withKey(target, found);
  }
}

/** The list as it is now; it is kept once somebody has agreed to what is made of it. */
export async function readGateway(context: Context, target: Target, options: RunOptions): Promise<CheckedGateway> {
  // Who asks for a key again is the loop around this.
  const list = await readList(context, { ...target, isKeyTyped: false }, { ...options, isUnkept: true });
  await agreeToRedirect(context, target, list.catalog.apiRoot);
  return { target, list };
}

/** Hidden; what cannot be a key is said, and asked for again. */
export async function askForKey(context: Context): Promise<FoundKey | Back> {
  for (;;) {
    try {
      return await orBack(context, (asking) => typedKey(asking));
    } catch (error) {
      if (!isRackError(error) || error.code !== 'usage') throw error;
      complain(context, error);
    }
  }
}

/** What failed is said, and the questions go on; flags are no way out of a dialogue. */
export function complain({ printer }: Context, error: RackError): void {
  const hint = error.hint?.includes('--') === true ? undefined : error.hint;
  printer.problem(errorText({ message: error.message, path: error.path, hint }, printer));
}
