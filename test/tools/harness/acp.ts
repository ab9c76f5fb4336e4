import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Variables } from './home.ts';
import { findInstalled, keyVariable, type Lab } from './lab.ts';

/** What a tool answers over the Agent Client Protocol, as an editor asks it. */
export interface AcpSession {
  /** The values that a new session offers for an option, in the tool's order. */
  valuesOf(option: string): readonly string[];
}

/** Starts the tool as an editor does, opens a session in the project, and ends it again. */
export async function openAcpSession(
  lab: Lab,
  tool: string,
  start: { bin?: string; args: readonly string[]; variables?: Variables },
): Promise<AcpSession> {
  const installed = findInstalled(tool);
  if (!installed) throw new Error(`${tool} is not installed`);
  const { home, gateway } = lab;
  const child = spawn(start.bin === undefined ? installed.bin : join(installed.binFolder, start.bin), start.args, {
    cwd: home.project,
    env: home.variables({ [keyVariable]: gateway.key, ...start.variables }),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    for (;;) {
      const { value, done } = await answers.next();
      if (done === true) throw new Error(`${tool} ended before it answered ${method}`);
      const message: unknown = JSON.parse(value);
      if (at(message, 'id') === id) return at(message, 'result');
    }
  };
  try {
    await ask(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} });
    const session = await ask(2, 'session/new', { cwd: home.project, mcpServers: [] });
    return {
      valuesOf: (option) => listAt(optionOf(session, option), 'options').map((row) => String(at(row, 'value'))),
    };
  } finally {
    child.kill('SIGKILL');
  }
}

function optionOf(session: unknown, id: string): unknown {
  return listAt(session, 'configOptions').find((option) => at(option, 'id') === id);
}

function at(value: unknown, key: string): unknown {
  return value !== null && typeof value === 'object' ? Reflect.get(value, key) : undefined;
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const list = at(value, key);
  return Array.isArray(list) ? list : [];
}
