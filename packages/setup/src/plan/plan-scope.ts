import type { Ledger } from '@modelrack/config-edit';
import type { Target } from '../connections/target.ts';
import type { Machine, RequestedTool, RunRequest } from '../machine/types.ts';
import type { OpenedTool } from '../open-file/open-files.ts';

export interface PlanScope {
  readonly machine: Machine;
  readonly ledger: Ledger;
  readonly request: RunRequest;
  /** When this run began: all its writes bear this time, and are taken back together. */
  readonly at: string;
  /** Nothing at all is to be written, not even what a tool tells of itself. */
  readonly isDry: boolean;
}

export interface Opened {
  readonly requested: RequestedTool;
  readonly target: Target;
  readonly opened: OpenedTool;
}
