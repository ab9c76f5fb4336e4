import { spawn } from 'node:child_process';
import { freePort } from '../../free-port.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { findInstalled, type Lab } from '../harness/lab.ts';
import { patience } from '../harness/run-tool.ts';

/** A model as the proxy is told of it. */
export interface ProxyModel {
  readonly name: string;
  /** What it then tells at `/v1/model/info`. */
  readonly info: Readonly<Record<string, string | number | boolean>>;
}

/** A LiteLLM proxy in front of a server with chat completions. It ends with the home in which it runs. */
export async function openLiteLlm(
  { home, gateway }: Lab,
  upstream: string,
  models: readonly ProxyModel[],
): Promise<string> {
  const installed = findInstalled('litellm');
  if (!installed) throw new Error('litellm is not installed');
  const port = await freePort();
  const rows = models.map(({ name, info }) => ({
    model_name: name,
    litellm_params: { model: `openai/${name}`, api_base: upstream, api_key: 'sk-upstream' },
    model_info: info,
  }));
  // JSON is YAML, too.
  await home.write('litellm.yaml', JSON.stringify({ model_list: rows, general_settings: { master_key: gateway.key } }));
  const args = ['--config', home.path('litellm.yaml'), '--host', '127.0.0.1', '--port', String(port)];
  const env = home.variables({ LITELLM_LOCAL_MODEL_COST_MAP: 'True', LITELLM_TELEMETRY: 'False' });
  const child = spawn(installed.bin, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let notes = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (notes += chunk.toString()));
  const end = Date.now() + patience;
  while (!(await isAlive(port))) {
    if (Date.now() > end || child.exitCode !== null) throw new Error(`the proxy does not answer: ${notes}`);
    await pause(500);
  }
  return `http://127.0.0.1:${port}/v1`;
}

async function isAlive(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health/liveliness`)).ok;
  } catch {
    // Not yet.
    return false;
  }
}
