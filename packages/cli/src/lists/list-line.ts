import { commandLine } from '@modelrack/tool-kit';
import type { ConnectionOptions } from '../world/context.ts';
import { here } from '../world/here.ts';

/** Shows the list that was asked, also of a gateway that is not saved yet. */
export function listLine({ gateway, baseUrl, apiKeyEnv, apiKeyStdin, key }: ConnectionOptions): string {
  const words = [
    ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
    ...(gateway === undefined || baseUrl !== undefined ? [] : ['--gateway', gateway]),
    ...(apiKeyEnv === undefined ? [] : ['--api-key-env', apiKeyEnv]),
    ...(apiKeyStdin === true ? ['--api-key-stdin'] : []),
    ...(key === false ? ['--no-key'] : []),
  ];
  const flags = commandLine(words, here);
  return `see the ids with: modelrack list ${flags}`.trim();
}
