import type { Parsed } from './document/parsed.ts';
import { commentsIn } from './document/tokens.ts';
import { formatEditor } from './edit/format-editor.ts';
import type { Grammar } from './edit/grammar.ts';
import type { FormatEditor, Node, Splice } from './types.ts';
import { parseYaml, tokensOfText } from './yaml/read/parse-yaml.ts';
import { planYamlRemovals } from './yaml/plan-removals.ts';
import { planYamlSets } from './yaml/plan-sets.ts';
import { unitEnd } from './yaml/units.ts';
import { isVacant, isYamlNode } from './yaml/yaml-nodes.ts';

const yamlGrammar: Grammar = {
  parse: parseYaml,
  planRemovals: planYamlRemovals,
  // Nothing stands around the keys of a file that could be taken away.
  planClear: () => [],
  planSets: planYamlSets,
  isBare,
  isImplied: () => false,
  isBracketed: (node) => isYamlNode(node) && node.form === 'flow',
  isVacant,
  restore,
  isValue: (source) => /^\s*[{[]/.test(source),
  commentsOf,
};

/** YAML; what is written is read the same by YAML 1.1 and 1.2. */
export const yamlEditor: FormatEditor = formatEditor(yamlGrammar);

/** From behind the colon on, with the comments that would be left alone without it. */
function isBare({ document: { text }, tokens }: Parsed, node: Node): boolean {
  if (!isYamlNode(node) || node.slot.kind === 'root') return false;
  const { slot } = node;
  if (slot.isFlow) return commentsIn(text, tokens, node).length === 0;
  const end = unitEnd(text, node.end, { column: slot.column, isEven: false });
  return commentsIn(text, tokens, { start: slot.head, end }).length === 0;
}

/** The inverse of opening brackets: behind the colon, whatever comments are there. */
function restore(parsed: Parsed, node: Node, source: string): Splice[] {
  if (!isYamlNode(node) || node.slot.kind !== 'entry') return [];
  const { head } = node.slot;
  const all = node.kind === 'scalar' ? [] : node.parts.keys();
  const contents = node.kind === 'scalar' ? [] : planYamlRemovals(parsed, new Map([[node, new Set(all)]]));
  return [{ start: head, end: head, text: ` ${source}` }, ...contents];
}

function commentsOf(source: string): readonly string[] {
  return commentsIn(source, tokensOfText(source), { start: 0, end: source.length });
}
