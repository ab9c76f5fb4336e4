import type { Machine } from '../machine/types.ts';
import { withVariable } from '../machine/with-variable.ts';

export interface Target {
  readonly connection: string;
  readonly project: boolean;
  /** A file to use instead of the tool's main one; what belongs to it stands beside it. */
  readonly instead: string | undefined;
  /** A variable that was set when it was written, and what it said: it counts as set. */
  readonly led?: { readonly variable: string; readonly value: string } | undefined;
}

/** As it was when the file was written. */
export function machineThen(machine: Machine, { led }: Target): Machine {
  return led === undefined ? machine : withVariable(machine, led.variable, led.value);
}

/** The file is where the tool looks for it by itself. */
export function isUsual({ project, instead }: Target): boolean {
  return !project && instead === undefined;
}
