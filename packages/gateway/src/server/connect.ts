import { probeWire } from '@modelrack/catalog';
import type { Variables } from '@modelrack/http';
import { usualPaths } from '../config/read-connection.ts';
import type { ConnectionSettings, KeyReference } from '../config/types.ts';
import { createDemoProvider } from '../providers/demo/provider.ts';
import type { Preset, ProviderConnection } from '../providers/types.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { createHttpProvider } from '../upstream/http-provider.ts';

// Its tokens are counted as ours are: by the size of the body.
const { count_tokens: _, ...demoPaths } = usualPaths;

const demoPreset: Preset = {
  name: 'demo',
  title: 'the demo',
  baseUrl: 'demo:',
  auth: 'none',
  keyVariable: undefined,
  paths: demoPaths,
  list: undefined,
  videos: 'openai',
};

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
    ...(messages === 'present' ? { messages: usualPaths.messages, count_tokens: usualPaths.count_tokens } : {}),
    ...(responses === 'present' ? { responses: usualPaths.responses } : {}),
  };
  return { ...preset, paths };
}
