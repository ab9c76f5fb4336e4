import { lesserOf } from './json-value.ts';
import { allKinds } from './model-kinds.ts';
import type { Abilities } from './read-abilities.ts';
import type { ModelKind } from './types.ts';

/** A model as its own row tells it, before the rest of the list is known. */
export interface Draft extends Abilities {
  readonly id: string;
  readonly name: string;
  readonly kind: ModelKind;
  readonly window: number | undefined;
  readonly maxOutput: number | undefined;
  /** `owned_by`, fit to be shown. */
  readonly owner: string | undefined;
  readonly parent: string | undefined;
  readonly targets: readonly string[];
  readonly isDeprecated: boolean;
}

/**
 * Two rows with one id (several deployments behind a name): a request may meet either, so the tighter bound
 * and the lesser ability count. The same whichever row comes first.
 */
export function mergeDrafts(a: Draft, b: Draft): Draft {
  return {
    id: a.id,
    name: nameOf(a, b),
    kind: allKinds.indexOf(a.kind) <= allKinds.indexOf(b.kind) ? a.kind : b.kind,
    window: lesserOf(a.window, b.window),
    maxOutput: lesserOf(a.maxOutput, b.maxOutput),
    owner: lesser(a.owner, b.owner),
    parent: lesser(a.parent, b.parent),
    targets: [...new Set([...a.targets, ...b.targets])].toSorted(),
    isDeprecated: a.isDeprecated && b.isDeprecated,
    tools: both(a.tools, b.tools),
    reasoning: both(a.reasoning, b.reasoning),
    vision: both(a.vision, b.vision),
  };
}

/** A name that says more than the id beats one that doesn't. */
function nameOf(a: Draft, b: Draft): string {
  if (a.name === a.id) return b.name;
  return b.name === b.id || a.name < b.name ? a.name : b.name;
}

function lesser(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}

function both(a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a && b;
}
