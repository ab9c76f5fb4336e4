import type { Child } from './targets.ts';
import { stepId } from './targets.ts';

/** New siblings, in order, behind the existing one with this index. */
export interface NewGroup {
  /** undefined: at the end. */
  readonly anchor: number | undefined;
  readonly children: readonly Child[];
}

/** Sorts new siblings by the anchor that each asks for; an anchor may itself be new, if its edit came before. */
export function orderNew(children: readonly Child[], find: (child: Child) => number | undefined): NewGroup[] {
  const groups = new Map<number | undefined, Child[]>();
  const followers = new Map<string, Child[]>();
  for (const child of children) {
    const anchor = child.after === undefined ? undefined : followers.get(stepId(child.after));
    if (anchor === undefined) {
      const index = find(child);
      const group = groups.get(index);
      if (group === undefined) groups.set(index, [child]);
      else group.push(child);
    } else {
      anchor.push(child);
    }
    followers.set(stepId(child.step), []);
  }
  return [...groups].map(([anchor, group]) => ({ anchor, children: flatten(group, followers) }));
}

/** Without recursion: a chain of anchors can be thousands long. */
function flatten(group: readonly Child[], followers: ReadonlyMap<string, readonly Child[]>): Child[] {
  const flat: Child[] = [];
  const waiting = group.toReversed();
  for (let child = waiting.pop(); child !== undefined; child = waiting.pop()) {
    flat.push(child);
    waiting.push(...(followers.get(stepId(child.step)) ?? []).toReversed());
  }
  return flat;
}
