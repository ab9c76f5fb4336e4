import type { Parsed } from '../document/parsed.ts';
import { startOf, tokenFrom } from '../document/tokens.ts';
import { shapeError } from '../edit/shape-error.ts';
import type { Document, Range } from '../types.ts';
import type { YamlNode } from './yaml-nodes.ts';
import { YamlKind } from './read/yaml-tokens.ts';

/** @throws RackError `file-shape`: an alias, anchor, tag or merge key on the way to a change */
export function refuseBond(document: Document, { bond }: YamlNode): void {
  if (bond !== undefined) throw shapeError(document, bond.at, bond.why);
}

/** @throws RackError `file-shape`: something that goes is named elsewhere */
export function refuseAnchors({ document, tokens }: Parsed, range: Range | undefined): void {
  if (range === undefined) return;
  for (let index = tokenFrom(tokens, range.start); startOf(tokens, index) < range.end; index += 1) {
    if (tokens.kinds[index] !== YamlKind.anchor) continue;
    throw shapeError(document, startOf(tokens, index), 'this has an anchor: removing it would break other places');
  }
}
