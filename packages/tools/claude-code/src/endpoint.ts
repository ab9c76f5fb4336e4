import { commandLine, type Change, type PlanInput, type SetRule } from '@modelrack/tool-kit';
import { clouds, customHeaders } from './diversions.ts';

/** Where Claude Code sends its requests, and the one key that goes with them. */
export function endpointChanges({ gateway, platform, file }: PlanInput, rule: SetRule): Change[] {
  const main = file('main');
  const { key } = gateway;
  const changes: Change[] = [main.set(['env', 'ANTHROPIC_BASE_URL'], gateway.url, 'outdated')];
  const blank = (name: string) => changes.push(main.set(['env', name], '', rule));
  if (key.form === 'literal') changes.push(main.set(['env', 'ANTHROPIC_AUTH_TOKEN'], key.value, rule));
  if (key.form === 'command') {
    changes.push(main.set(['apiKeyHelper'], commandLine(key.argv, platform), rule));
    // A token of the shell or of this file beats the helper, and an API key is sent beside it as `x-api-key`:
    // the user's key for another service would go to our gateway. The empty text wins over the shell's value.
    blank('ANTHROPIC_AUTH_TOKEN');
    blank('ANTHROPIC_API_KEY');
  }
  for (const name of [customHeaders, ...clouds]) {
    if (main.get(['env', name]) !== undefined) blank(name);
  }
  return changes;
}
