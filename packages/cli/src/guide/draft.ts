import type { Connection, FoundTool } from '@modelrack/setup';
import type { ToolDefinition } from '@modelrack/tool-kit';
import type { Target } from '../connections/target.ts';
import type { ModelList } from '../lists/model-list.ts';
import type { Back } from '../terminal/or-back.ts';
import type { UnwritableTool } from '../tools/unwritable-tools.ts';
import type { Context, RunOptions } from '../world/context.ts';
import type { Candidate } from './candidate.ts';

/** What is known before anything is asked. */
export interface Survey {
  readonly options: RunOptions;
  readonly saved: readonly Connection[];
  /** All tools that are known, or those that were named. */
  readonly found: readonly FoundTool<ToolDefinition>[];
  /** Named on the command line. */
  readonly named: readonly ToolDefinition[];
  readonly unwritable: readonly UnwritableTool[];
  /** undefined: the flags name the gateway. */
  readonly candidates: readonly Candidate[] | undefined;
}

/** The gateway that was chosen; its list was read, so URL and key are good. */
export interface ChosenGateway {
  readonly target: Target;
  readonly connection: Connection;
  readonly list: ModelList;
  readonly isDemo: boolean;
  /** Tools that use it already: they stay with it. */
  readonly tools: readonly string[];
  /** "Use it for all tools" was the answer: nothing else is asked before the last question. */
  readonly isForAll: boolean;
}

export interface ChosenTools {
  readonly tools: readonly ToolDefinition[];
  /** Ids of those that may be switched over. */
  readonly agreed: ReadonlySet<string>;
  /** What nobody chose, and why it was not ticked. */
  readonly leftOut: readonly string[];
}

/** Undefined both: all chat models, or what was chosen before. */
export interface ChosenModels {
  readonly models?: readonly string[];
  readonly exclude?: readonly string[];
}

/** What was answered so far. */
export interface Draft {
  readonly gateway?: ChosenGateway;
  readonly tools?: ChosenTools;
  readonly models?: ChosenModels;
  readonly mcp?: boolean;
  /** What is still to be asked for, although there is an answer to go on with. */
  readonly asks: ReadonlySet<'tools' | 'models'>;
}

/** Of a step: what is known after it, and whether somebody was asked; `exitCode` ends the set-up. */
export type StepResult =
  | Back
  | { readonly draft: Draft; readonly isAsked: boolean; readonly goTo?: 'tools' | 'models' | 'last' }
  | { readonly exitCode: number };

export type Step = (context: Context, survey: Survey, draft: Draft) => Promise<StepResult>;
