import { isOurKeyCommand, type Diversion, type Json, type Path, type PlanInput } from '@modelrack/tool-kit';

type Seen = Pick<PlanInput, 'gateway' | 'file'>;

/** Ways to other clouds; while one is on, the base URL has no effect. */
export const clouds = ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_FOUNDRY'] as const;

/** Headers that it sends with every request: they may hold the key of whatever they were written for. */
export const customHeaders = 'ANTHROPIC_CUSTOM_HEADERS';

/** Does Claude Code talk to this gateway already? */
export function isOurs({ gateway, file }: Seen): boolean {
  return file('main').get(['env', 'ANTHROPIC_BASE_URL']) === gateway.url;
}

/** What Claude Code talks to now, if it is not ours already. */
export function diversions(seen: Seen): readonly Diversion[] {
  // Whoever made it the active endpoint agreed then.
  if (isOurs(seen)) return [];
  const main = seen.file('main');
  const found: Diversion[] = [];
  const add = (path: string, what: string, key?: Path) =>
    found.push({ path, what, ...(key === undefined ? {} : { key }) });
  const base = main.get(['env', 'ANTHROPIC_BASE_URL']);
  if (base !== undefined)
    add(main.path, `ANTHROPIC_BASE_URL is ${JSON.stringify(base)}`, ['env', 'ANTHROPIC_BASE_URL']);
  for (const name of ['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY', customHeaders, ...clouds]) {
    if (isSet(main.get(['env', name]))) add(main.path, `${name} is set`, ['env', name]);
  }
  const helper = main.get(['apiKeyHelper']);
  if (helper !== undefined && !isOurKeyCommand(helper, seen.gateway.id))
    add(main.path, 'apiKeyHelper is set', ['apiKeyHelper']);
  const credentials = seen.file('credentials');
  if (credentials.get(['claudeAiOauth']) !== undefined) add(credentials.path, 'a stored login (.credentials.json)');
  const state = seen.file('state');
  if (state.get(['oauthAccount']) !== undefined) add(state.path, 'a stored login (oauthAccount)');
  if (state.get(['primaryApiKey']) !== undefined) add(state.path, 'a stored key (primaryApiKey)');
  return found;
}

/** The empty text is what switches a variable off. */
export function isSet(value: Json | undefined): boolean {
  return value !== undefined && value !== '';
}
