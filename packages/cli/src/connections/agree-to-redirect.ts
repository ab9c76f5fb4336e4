import { isAskedRoot } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import type { Context } from '../world/context.ts';
import type { Target } from './target.ts';

/**
 * What is kept is the URL that answered. Where a redirect led there, somebody agrees to it first: every tool
 * will send its requests to that address.
 * @throws RackError `missing-answer`
 */
export async function agreeToRedirect(context: Context, { connection, saved }: Target, apiRoot: string): Promise<void> {
  if (apiRoot === saved?.apiRoot || isAskedRoot(apiRoot, connection.apiRoot)) return;
  if (context.canAsk()) {
    const { confirm } = await import('../terminal/questions.ts');
    if (await confirm(context, `${connection.apiRoot} redirects to ${apiRoot}. Use that address?`, false)) return;
  }
  throw new RackError('missing-answer', 'the gateway redirects to another address', {
    path: apiRoot,
    hint: `if it is the right one, pass it: --base-url ${apiRoot}`,
  });
}
