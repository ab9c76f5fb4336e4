import { probeWire } from '@modelrack/catalog';
import type { Variables } from '@modelrack/http';
import type { ConnectionSettings, KeyReference } from '../config/types.ts';
import { createDemoProvider } from '../providers/demo/provider.ts';
import { demoPreset, standardPaths } from '../providers/presets.ts';
import type { Preset, ProviderConnection } from '../provider.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { createHttpProvider } from '../upstream/http-provider.ts';

export const demo: ProviderConnection = {
  name: 'demo',
  preset: demoPreset,
  baseUrl: 'demo:',
  key: undefined,
  provider: createDemoProvider(),
};

export interface ConnectOptions {
  readonly client: UpstreamClient;
  readSecret(reference: KeyReference): string | undefined;
}

export function connect(settings: ConnectionSettings, { client, readSecret }: ConnectOptions): ProviderConnection {
  const { baseUrl, name, preset } = settings;
  const key = settings.key === undefined ? undefined : readSecret(settings.key);
  return { name, preset, baseUrl, key, provider: createHttpProvider({ preset, baseUrl, key, client }) };
}

/** Which wires a server has that nobody described: asked with an empty body, which no upstream can bill. */
export async function probeWires(connection: ProviderConnection, variables: Variables): Promise<Preset> {
  const { baseUrl: apiRoot, key, preset } = connection;
  const [messages, responses] = await Promise.all(
    (['messages', 'responses'] as const).map((wire) => probeWire({ apiRoot, key, wire, variables })),
  );
  const paths = {
    ...preset.paths,
    ...(messages === 'present' ? { messages: standardPaths.messages, count_tokens: standardPaths.count_tokens } : {}),
    ...(responses === 'present' ? { responses: standardPaths.responses } : {}),
  };
  return { ...preset, paths };
}
