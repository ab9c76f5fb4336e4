import { isJsonList, isJsonMap } from '../nodes.ts';
import type { Json, Step } from '../types.ts';
import { orderNew } from './order-new.ts';
import type { Child } from './targets.ts';

/** A value that does not stand in the document yet. */
export type Draft = RawDraft | ScalarDraft | MapDraft | ListDraft;
export interface RawDraft {
  readonly kind: 'raw';
  readonly text: string;
}
export interface ScalarDraft {
  readonly kind: 'scalar';
  readonly value: null | boolean | number | string;
}
export interface MapDraft {
  readonly kind: 'map';
  readonly entries: readonly DraftEntry[];
  /** Made on the way of a path, so that more may come into it; not given as one value. */
  readonly isOnPath: boolean;
}
export interface DraftEntry {
  readonly key: string;
  readonly value: Draft;
}
export interface ListDraft {
  readonly kind: 'list';
  readonly items: readonly Draft[];
  readonly isOnPath: boolean;
}

export function draftOfJson(json: Json): Draft {
  if (isJsonList(json)) return { kind: 'list', items: json.map(draftOfJson), isOnPath: false };
  if (!isJsonMap(json)) return { kind: 'scalar', value: json };
  const entries = Object.entries(json).map(([key, value]) => ({ key, value: draftOfJson(value) }));
  return { kind: 'map', entries, isOnPath: false };
}

/** What to write where nothing stands yet. */
export function draftOf(child: Child): Draft {
  const { target } = child;
  if (target.raw !== undefined) return { kind: 'raw', text: target.raw };
  if (target.value !== undefined) return draftOfJson(target.value);
  const { item } = itemOfStep(child.step);
  if (typeof item === 'string') return { kind: 'scalar', value: item };
  const children = orderNew([...target.children.values()], () => undefined).flatMap((group) => group.children);
  if (children.some((one) => typeof one.step !== 'string')) {
    return { kind: 'list', items: children.map(draftOf), isOnPath: true };
  }
  const given = Object.entries(item ?? {}).filter(([key]) => !target.children.has(`k${key}`));
  const entries: DraftEntry[] = given.map(([key, value]) => ({ key, value: { kind: 'scalar', value } }));
  for (const one of children) {
    if (typeof one.step === 'string') entries.push({ key: one.step, value: draftOf(one) });
  }
  return { kind: 'map', entries, isOnPath: true };
}

function itemOfStep(step: Step): { item: string | Readonly<Record<string, string>> | undefined } {
  return typeof step === 'string' ? { item: undefined } : step;
}
