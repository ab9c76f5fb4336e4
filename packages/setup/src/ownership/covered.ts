import type { Node, Step } from '@modelrack/config-edit';

/** Whether all that a node holds is among these. */
export function goesWith(gone: ReadonlySet<Node | undefined>, emptied: ReadonlySet<Node | undefined> = new Set()) {
  return function goes(node: Node): boolean {
    if (gone.has(node)) return true;
    if (node.kind === 'map') return node.entries.length > 0 && node.entries.every(({ value }) => goes(value));
    return node.kind === 'list' && (node.items.length > 0 || emptied.has(node)) && node.items.every(goes);
  };
}

/** The fields by which an item of a list is found: nothing of the user's. */
export function fieldsOf(step: Step | undefined): readonly string[] {
  return step === undefined || typeof step === 'string' || typeof step.item === 'string' ? [] : Object.keys(step.item);
}
