import { fetchCatalog } from '@modelrack/catalog';
import { isRackError, type RackError } from '@modelrack/errors';
import type { Target } from '../../connections/target.ts';
import type { Context } from '../../world/context.ts';
import { attempt, trouble, type Finding } from '../finding.ts';

/** A list was not where the base URL says: is it near? The key goes to the same origin only. */
export async function explainAddress(context: Context, target: Target, error: RackError): Promise<Finding> {
  const { apiRoot, name } = target.connection;
  const found = await nearbyRoot(context, target);
  const about = ['url', apiRoot] as const;
  if (found === undefined) return trouble(about, error, { evidence: isPage(error) ? 'a web page came back' : null });
  return trouble(
    about,
    { code: error.code, message: whatIsWrong(apiRoot, found), path: apiRoot },
    {
      evidence: `a model list is at ${found}`,
      fix: `modelrack setup --gateway ${name} --base-url ${found}`,
    },
  );
}

function whatIsWrong(apiRoot: string, found: string): string {
  if (/\/v1\/+v1\/*$/.test(apiRoot)) return 'the base URL has /v1 twice';
  if (found.startsWith(`${apiRoot.replace(/\/+$/, '')}/`)) return 'the base URL lacks its last part';
  return 'the base URL leads to something else, a web page or a root that moved';
}

function isPage({ message }: RackError): boolean {
  return /html|web page/i.test(message);
}

async function nearbyRoot(context: Context, { connection, key }: Target): Promise<string | undefined> {
  const machine = await context.machine();
  for (const baseUrl of candidates(connection.apiRoot)) {
    const fetched = await attempt(() =>
      fetchCatalog({
        baseUrl,
        key: key || undefined,
        variables: context.world.variables,
        now: () => machine.now(),
        timeouts: { connect: 3000, total: 5000 },
      }),
    );
    if (!isRackError(fetched)) return fetched.catalog.apiRoot;
  }
  return undefined;
}

/** Where gateways usually have it. */
function candidates(apiRoot: string): readonly string[] {
  const { origin, pathname } = new URL(apiRoot);
  const path = pathname.replace(/\/+$/, '');
  const once = path.replace(/(?:\/v1)+$/, '/v1');
  const above = path.replace(/\/[^/]*$/, '');
  const paths = [once, `${path}/v1`, `${above}/v1`, '/v1', '/api/v1', '/openai/v1', above];
  return [...new Set(paths)].filter((each) => each !== path).map((each) => `${origin}${each}`);
}
