import type { MemoryFileSystem } from '@modelrack/config-edit/testing';
import type { ListRow } from './case.ts';
import type { ToolDefinition } from '../../types.ts';

/** What the suite needs of the engine: one run of one command on a home folder in memory. */
export interface ConformanceEngine {
  run(request: EngineRequest): Promise<EngineOutcome>;
  /** A folder of this process alone, which a command in a file may name: pictures have `/state` for it. */
  readonly state?: string;
}

export interface EngineRequest {
  readonly tool: ToolDefinition;
  readonly command: 'setup' | 'refresh' | 'undo' | 'remove';
  /** Only say what would happen. */
  readonly isPreview: boolean;
  readonly fs: MemoryFileSystem;
  readonly home: string;
  /** The current directory. */
  readonly cwd: string;
  readonly gateway: { readonly name: string; readonly apiRoot: string };
  readonly key: { readonly from: 'env' | 'file'; readonly value: string };
  readonly list: readonly ListRow[];
  readonly flags: {
    readonly default?: string | undefined;
    readonly models?: readonly string[] | undefined;
    readonly takeOver: boolean;
    readonly project: boolean;
    /** Another main file. */
    readonly configFile?: string | undefined;
    /** Undefined: as it was chosen before. */
    readonly mcp?: boolean | undefined;
  };
}

export interface EngineOutcome {
  /** As in the tool's entry of the JSON document. */
  readonly status: string;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly line: number | null;
    readonly column: number | null;
  } | null;
  readonly notes: readonly string[];
  readonly models: {
    readonly added: readonly string[];
    readonly updated: readonly string[];
    readonly removed: readonly string[];
    readonly protected: readonly { readonly id: string; readonly why: string }[];
  };
  /** All that a person or a program gets to see of the run: the JSON document and the diffs. */
  readonly shown: string;
}
