import { lesserOf } from '../json-value.ts';
import { allKinds } from '../model-kinds.ts';
import type { Facts, InputKind, ModelKind, Price } from '../types.ts';
import { rankOf } from './read-efforts.ts';
import { isSamePrice } from './read-price.ts';

/** A model as its own row tells it, before the rest of the list is known. */
export interface Draft extends Omit<Facts, 'price'> {
  readonly id: string;
  readonly name: string;
  readonly kind: ModelKind;
  readonly window: number | undefined;
  readonly maxOutput: number | undefined;
  /** Several rows with one id may differ: then none is certain. */
  readonly price: Price | 'varies' | undefined;
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
    ...mergeFacts(a, b),
  };
}

/** What is certain once all rows are known. */
export function factsOf(draft: Draft): Facts {
  const { tools, reasoning, vision, inputs, price, efforts, defaultEffort } = draft;
  const isOffered = defaultEffort !== undefined && (efforts?.includes(defaultEffort) ?? true);
  return {
    tools,
    reasoning,
    vision,
    inputs,
    price: price === 'varies' ? undefined : price,
    efforts,
    defaultEffort: isOffered ? defaultEffort : undefined,
    effortMandatory: draft.effortMandatory,
    takesEffort: draft.takesEffort,
    structured: draft.structured,
    temperature: draft.temperature,
  };
}

function mergeFacts(a: Draft, b: Draft): Omit<Facts, 'price'> & Pick<Draft, 'price'> {
  return {
    tools: both(a.tools, b.tools),
    reasoning: both(a.reasoning, b.reasoning),
    vision: both(a.vision, b.vision),
    inputs: common<InputKind>(a.inputs, b.inputs),
    price: priceOf(a.price, b.price),
    efforts: common(a.efforts, b.efforts),
    defaultEffort: lowest(a.defaultEffort, b.defaultEffort),
    effortMandatory: either(a.effortMandatory, b.effortMandatory),
    takesEffort: both(a.takesEffort, b.takesEffort),
    structured: both(a.structured, b.structured),
    temperature: a.temperature ?? b.temperature,
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

function lowest(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined || rankOf(a) === rankOf(b)) return lesser(a, b);
  return rankOf(a) < rankOf(b) ? a : b;
}

function both(a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a && b;
}

function either(a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a || b;
}

function common<T extends string>(a: readonly T[] | undefined, b: readonly T[] | undefined): readonly T[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.filter((item) => b.includes(item));
}

/** A row without a price beside one with a price leaves it open, too. */
function priceOf(a: Draft['price'], b: Draft['price']): Draft['price'] {
  if (a === 'varies' || b === 'varies') return 'varies';
  return isSamePrice(a, b) ? a : 'varies';
}
