import type { Diversion, Json, PlanInput } from '@modelrack/tool-kit';
import { catalogPath } from './catalog.ts';

/** What Codex talks to now, if it is not ours already. */
export function diversions({ gateway, file }: Pick<PlanInput, 'gateway' | 'file'>): readonly Diversion[] {
  const main = file('main');
  const provider = main.get(['model_provider']);
  // Whoever made it the active provider agreed then.
  if (provider === gateway.id) return [];
  const found: Diversion[] = [];
  const add = (path: string, what: string) => found.push({ path, what });
  if (provider !== undefined) add(main.path, `model_provider is ${JSON.stringify(provider)}`);
  const catalog = main.get(['model_catalog_json']);
  if (catalog !== undefined && catalog !== catalogPath(main.path, file('catalog').path)) {
    add(main.path, `model_catalog_json is ${JSON.stringify(catalog)}`);
  }
  if (main.get(['openai_base_url']) !== undefined) add(main.path, 'openai_base_url is set');
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
