import type { Diversion, Json, PlanInput, ToolFile } from '@modelrack/tool-kit';
import { catalogPath } from './catalog.ts';

/** What Codex talks to now, if it is not ours already. */
export function diversions({ gateway, file }: Pick<PlanInput, 'gateway' | 'file'>): readonly Diversion[] {
  const main = file('main');
  const provider = main.get(['model_provider']);
  // Whoever made it the active provider agreed then.
  if (provider === gateway.id) return [];
  const found: Diversion[] = [];
  const add = (path: string, what: string, key?: string) =>
    found.push({ path, what, ...(key === undefined ? {} : { key: [key] }) });
  const profile = activeProfile(main);
  if (profile !== undefined) add(main.path, `profile is ${JSON.stringify(profile)}`, 'profile');
  if (provider !== undefined) add(main.path, `model_provider is ${JSON.stringify(provider)}`, 'model_provider');
  const catalog = main.get(['model_catalog_json']);
  if (catalog !== undefined && catalog !== catalogPath(main.path, file('catalog').path)) {
    add(main.path, `model_catalog_json is ${JSON.stringify(catalog)}`, 'model_catalog_json');
  }
  if (main.get(['openai_base_url']) !== undefined) add(main.path, 'openai_base_url is set', 'openai_base_url');
  const login = file('login');
  if (isLogin(login.get(['tokens'])) || isLogin(login.get(['OPENAI_API_KEY']))) {
    add(login.path, 'a stored login (auth.json)');
  }
  return found;
}

/** Codex leaves the fields there, as null, after a logout. */
function isLogin(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** The line that chooses a profile: until 0.134 what it names beat the lines beside it, since then Codex refuses it. */
function activeProfile(main: Pick<ToolFile, 'get'>): Json | undefined {
  return main.get(['profile']);
}

/** For people, whatever else is set up: with this line Codex does not reach the gateway. */
export function profileNote(main: Pick<ToolFile, 'get'>): string | undefined {
  const profile = activeProfile(main);
  if (profile === undefined) return undefined;
  const line = `profile = ${JSON.stringify(profile)}`;
  return `the line ${line} is in the way: Codex before 0.134 takes the provider of that profile, and newer releases do not start with it; remove the line from config.toml`;
}
