import type { ProviderAnswer, ProviderConnection } from '../../provider.ts';
import { refuse } from '../../refusal.ts';
import type { Refusal } from '../../refusal.ts';
import { drop, readHeader } from './video-desk.ts';
import type { JobQuestion, OpenJob, VideoDesk } from './video-desk.ts';

const mostHops = 4;

/** For the upstream's own host only. */
function writeKey({ connection, form }: OpenJob, url: URL): Readonly<Record<string, string>> {
  const { baseUrl, key, preset } = connection;
  if (key === undefined || preset.auth === 'none') return {};
  const isInside = url.href.startsWith(`${baseUrl}/`);
  if (!isInside && form.keyHeader !== undefined) return { [form.keyHeader]: key };
  return preset.auth === 'x-api-key' ? { 'x-api-key': key } : { authorization: `Bearer ${key}` };
}

function isOwnHost({ baseUrl }: ProviderConnection, url: URL): boolean {
  return URL.canParse(baseUrl) && new URL(baseUrl).origin === url.origin;
}

const refusedUrl = refuse(
  502,
  'result_url_refused',
  'The upstream names an address for this video that is not fetched: only https and public addresses are.',
);
const unreachable = refuse(502, 'upstream_unreachable', 'The address that the upstream names for this video failed.');

/**
 * A result where an upstream says it is. On the upstream's own host it is asked for with its key, on any other without,
 * over https and at a public address only: an answer must not make the gateway reach into its own network.
 */
export async function fetchResult(
  stated: string,
  open: OpenJob,
  context: { readonly question: JobQuestion; readonly desk: VideoDesk },
): Promise<ProviderAnswer | Refusal> {
  const { desk, question } = context;
  const { range, signal } = question;
  let url = stated;
  for (let hop = 0; hop < mostHops; hop += 1) {
    if (!URL.canParse(url)) return refusedUrl;
    const target = new URL(url);
    const isOwn = isOwnHost(open.connection, target);
    if (!isOwn && target.protocol !== 'https:') return refusedUrl;
    const headers = { ...(range === undefined ? {} : { range }), ...(isOwn ? writeKey(open, target) : {}) };
    let answer: ProviderAnswer;
    try {
      answer = await desk.send({ method: 'GET', url: target, headers, signal, isPublicOnly: !isOwn });
    } catch (error) {
      const isBarred = error instanceof Error && 'code' in error && error.code === 'EGRESS_REFUSED';
      return isBarred ? refusedUrl : unreachable;
    }
    const location = readHeader(answer, 'location');
    if (answer.status < 300 || answer.status >= 400 || location === undefined) return answer;
    drop(answer);
    if (!URL.canParse(location, target.href)) return refusedUrl;
    url = new URL(location, target).href;
  }
  return unreachable;
}
