import type { Machine } from './types.ts';

/** The same machine with one variable of the environment as it is said to be; undefined: without it. */
export function withVariable(machine: Machine, name: string, value: string | undefined): Machine {
  return { ...machine, variables: { ...machine.variables, [name]: value } };
}
