import type { ModelRow, Wire } from '@modelrack/gateway';
import { inject } from 'vitest';
import { openGateway, type RecordingGateway } from './gateway.ts';
import { makeHome, type Home, type Variables } from './home.ts';
import type { Installed } from './install.ts';
import { runProgram, type RunResult } from './run-tool.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** One throwaway machine: a home, a gateway, one real tool, and our command. */
export interface Lab {
  readonly home: Home;
  readonly gateway: RecordingGateway;
  /** Runs the tool to its end. */
  run(args: readonly string[], variables?: Variables): Promise<RunResult>;
  open(args?: readonly string[], variables?: Variables): Terminal;
  /** Runs our built command. The key is in the environment unless `variables` says otherwise. */
  modelrack(args: readonly string[], options?: CommandOptions): Promise<RunResult>;
  close(): Promise<void>;
}
export interface CommandOptions {
  readonly variables?: Variables;
  readonly input?: string;
  /** How long it may take. */
  readonly milliseconds?: number;
}

export interface LabOptions {
  readonly models?: readonly ModelRow[];
  readonly wires?: readonly Wire[];
  /** For the tool and for our command. */
  readonly variables?: Variables;
}

/** The variable that holds the key unless a test keeps it elsewhere. */
export const keyVariable = 'MODELRACK_API_KEY';

export const models = {
  lite: { id: 'lite', context_window: 128_000 },
  plus: { id: 'plus', context_window: 200_000 },
  ultra: { id: 'ultra', context_window: 400_000 },
  claude: { id: 'anthropic/claude-sonnet-4.5', display_name: 'Claude Sonnet 4.5', context_window: 200_000 },
  qwen: { id: 'qwen/qwen3-coder:free', display_name: 'Qwen3 Coder (free)', context_window: 262_144 },
} as const satisfies Record<string, ModelRow>;
export const allModels: readonly ModelRow[] = Object.values(models);

/** undefined: not asked for, or not to be had. */
export function findInstalled(name: string): Installed | undefined {
  return inject('installed')[name];
}

export async function openLab(name: string, options: LabOptions = {}): Promise<Lab> {
  const tool = findInstalled(name);
  if (!tool) throw new Error(`${name} is not installed`);
  const gateway = await openGateway(options.models ?? allModels, options.wires ? { wires: options.wires } : {});
  const node = tool.newerNode ? findInstalled('node') : undefined;
  const home = await makeHome(node ? [node, tool] : [tool]);
  const withKey = (variables: Variables = {}): Variables => ({
    [keyVariable]: gateway.key,
    ...options.variables,
    ...variables,
  });
  return {
    home,
    gateway,
    run: (args, variables) => runProgram(tool.bin, args, { home, variables: withKey(variables) }),
    open: (args = [], variables) => openTerminal(tool.bin, args, { home, variables: withKey(variables) }),
    modelrack: (args, { variables, ...more } = {}) =>
      runProgram(process.execPath, [inject('command'), ...args], { home, variables: withKey(variables), ...more }),
    close: async () => {
      await home.close();
      await gateway.close();
    },
  };
}
