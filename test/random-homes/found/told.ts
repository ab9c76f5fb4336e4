import type { GatewayName } from '../home.ts';
import type { Step } from '../life-in.ts';

/** A life that went wrong once, as short as it could be told. */
export interface Found {
  readonly what: string;
  readonly tool: string;
  readonly start: string;
  readonly isElsewhere?: boolean;
  readonly hasServer?: boolean;
  readonly steps: readonly Step[];
  readonly last: readonly GatewayName[];
}

export const few = ['lite', 'acme/two', 'zeta/x:free'];
export const others = ['lite', 'acme/three', 'zeta/x:free'];
export const setUp = (
  gateway: GatewayName,
  ids: readonly string[],
  { chosen, mcp }: { chosen?: string; mcp?: boolean } = {},
): Step => {
  return { kind: 'setup', gateway, ids, default: chosen, mcp };
};
export const refresh = (ids: readonly string[]): Step => ({ kind: 'refresh', ids });
export const pick = (id: string): Step => ({ kind: 'pick', id });
export const blankOnTop = (file = 0): Step => ({ kind: 'edit', edit: { how: 'top', file, line: 0 } });

export const first: readonly GatewayName[] = ['modelrack', 'second'];
export const last: readonly GatewayName[] = ['second', 'modelrack'];
