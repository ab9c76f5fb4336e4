import type { Change, ToolDefinition } from '@modelrack/tool-kit';
import type { FileDraft } from '../open-file/draft.ts';
import type { FilePlan } from '../open-file/finish-draft.ts';
import type { CompanionPlan } from './companion-plan.ts';

export interface ToolPlan {
  readonly tool: ToolDefinition;
  readonly connection: string;
  readonly files: readonly FilePlan[];
  /** What becomes of the models, by file. */
  readonly drafts: readonly ModelReport[];
  readonly notes: readonly string[];
  /** Models that the tool gets none of, though they are chosen. */
  readonly leftOut?: readonly string[];
  readonly asks: readonly ('take-over' | 'shrink')[];
  readonly usesOwnCommand: boolean;
  /** Files of ours that go along with the tool's own. */
  readonly companions?: CompanionPlan | undefined;
}

/** Of a setup or a refresh: what becomes of each file, edit by edit. */
export interface SetupPlan extends ToolPlan {
  readonly drafts: readonly FileDraft[];
  /** The user took out what leads to the gateway: nothing is written. */
  readonly isGone?: true;
  readonly changes: readonly Change[];
}

/** What becomes of the models in a file. */
export type ModelReport = Pick<FileDraft, 'added' | 'updated' | 'removed' | 'protectedModels' | 'total'>;
