import { isRackError, RackError } from '@modelrack/errors';
import { encode } from '../document/decode.ts';
import type { Parsed } from '../document/parsed.ts';
import { breakLength, isBlankText } from '../document/trivia.ts';
import { applyPasses } from '../splices.ts';
import type { Edit, Splice } from '../types.ts';
import type { Grammar } from './grammar.ts';
import { picksOfExtras, picksOfRemovals } from './picks.ts';
import { planPrunes } from './plan-prunes.ts';
import { sortSplices } from './sort-splices.ts';
import type { Target } from './targets.ts';
import { targetsOf } from './targets.ts';
import { agreesWith, agreesWithout, keepsTokens } from './verify.ts';

interface State {
  readonly parsed: Parsed;
  readonly passes: readonly (readonly Splice[])[];
}

/** One kind of change. `agrees` is the verification of its result by values. */
interface Pass {
  readonly name: string;
  plan(parsed: Parsed): Splice[];
  agrees(before: Parsed, after: Parsed): boolean;
  /** A second run would do this, and may: the next of several items that one step selects has moved up. */
  mayFollow?(after: Parsed): boolean;
  /** Its result is compared value by value afterwards: a second run would look at nothing else. */
  readonly isCompared?: true;
}

/**
 * Plans, applies and verifies, pass by pass. `bytes` is undefined if nothing is to be changed.
 * @throws RackError `file-shape`, `internal`
 */
export function editDocument(
  grammar: Grammar,
  parsed: Parsed,
  edits: readonly Edit[],
): { bytes: Uint8Array | undefined; passes: readonly (readonly Splice[])[] } {
  const { removals, prunes, sets } = targetsOf(edits);
  let state: State = { parsed, passes: [] };
  if (removals !== undefined) state = runPass(grammar, state, removalPass(grammar, removals));
  if (prunes !== undefined) state = runPass(grammar, state, prunePass(grammar, prunes));
  if (sets !== undefined) state = runSets(grammar, state, sets);
  if (state.passes.length === 0) return { bytes: undefined, passes: [] };
  return { bytes: encode(state.parsed.document.text, state.parsed.document.bom), passes: state.passes };
}

function removalPass(grammar: Grammar, target: Target): Pass {
  return {
    name: 'removal',
    plan: (parsed) => grammar.planRemovals(parsed, picksOfRemovals(parsed.document, target)),
    agrees: (before, after) =>
      agreesWithout(
        { grammar, before: before.document, after: after.document },
        picksOfRemovals(before.document, target),
      ),
    mayFollow: (after) => [...picksOfRemovals(after.document, target).keys()].every((node) => node.kind === 'list'),
  };
}

function prunePass(grammar: Grammar, target: Target): Pass {
  return {
    name: 'prune',
    plan: (parsed) => {
      const plan = planPrunes(grammar, parsed, target);
      if (plan.isCleared) return grammar.planClear(parsed);
      return [...plan.restored, ...grammar.planRemovals(parsed, plan.picks)];
    },
    agrees: (before, after) => {
      const plan = planPrunes(grammar, before, target);
      if (plan.isCleared) return after.document.root === undefined;
      const change = { grammar, before: before.document, after: after.document };
      // A document that was blank is blank again.
      return after.document.root === undefined || agreesWithout(change, plan.gone);
    },
  };
}

/** What an edit replaces by a smaller map loses the other keys first. */
function runSets(grammar: Grammar, state: State, target: Target): State {
  const before = state.parsed;
  const extras = runPass(grammar, state, {
    name: 'reduction',
    plan: (parsed) => grammar.planRemovals(parsed, picksOfExtras(parsed.document, target)),
    agrees: () => true,
  });
  const done = runPass(grammar, extras, {
    name: 'setting',
    plan: (parsed) => grammar.planSets(parsed, target),
    agrees: () => true,
    isCompared: true,
  });
  if (done !== state && !agreesWith({ grammar, before: before.document, after: done.parsed.document }, target)) {
    throw faultOf('setting', before, { what: 'the values are not as planned' });
  }
  return done;
}

function runPass(grammar: Grammar, state: State, pass: Pass): State {
  const splices = planOf(pass, state.parsed);
  if (splices.length === 0) return state;
  const { document } = state.parsed;
  const text = applyPasses(document.text, [splices]);
  const after = parseAgain(grammar, state.parsed, { pass: pass.name, text });
  verify({ before: state.parsed, after, splices }, pass);
  return { parsed: after, passes: [...state.passes, splices] };
}

function planOf(pass: Pass, parsed: Parsed): Splice[] {
  try {
    const { text } = parsed.document;
    return sortSplices(pass.plan(parsed)).filter(({ start, end, text: put }) => text.slice(start, end) !== put);
  } catch (cause) {
    throw isRackError(cause) ? cause : faultOf(pass.name, parsed, { what: 'it could not be planned', cause });
  }
}

function parseAgain(grammar: Grammar, before: Parsed, { pass, text }: { pass: string; text: string }): Parsed {
  try {
    const parsed = grammar.parse({ ...before.document, text });
    grammar.confirm?.(parsed);
    return parsed;
  } catch (cause) {
    throw faultOf(pass, before, { what: 'the result does not parse', cause });
  }
}

function verify(result: { before: Parsed; after: Parsed; splices: readonly Splice[] }, pass: Pass): void {
  const { before, after, splices } = result;
  if (!keepsTokens(before, after, splices))
    throw faultOf(pass.name, before, { what: 'something outside the change is not as before' });
  if (!pass.agrees(before, after)) throw faultOf(pass.name, before, { what: 'the values are not as planned' });
  if (pass.isCompared !== true && planOf(pass, after).length > 0 && pass.mayFollow?.(after) !== true) {
    throw faultOf(pass.name, before, { what: 'a second run would change it again' });
  }
  const isEndKept = endsLine(before.document.text) === endsLine(after.document.text);
  const isBlank = isBlankText(before.document.text) || after.document.root === undefined;
  if (!isEndKept && !isBlank) throw faultOf(pass.name, before, { what: 'the end of the file changed' });
}

function endsLine(text: string): boolean {
  return text !== '' && breakLength(text, text.length - 1) > 0;
}

/** A fault of ours. Messages of parsers stay out of it: they quote the file, which may hold a key. */
function faultOf(pass: string, parsed: Parsed, { what, cause }: { what: string; cause?: unknown }): RackError {
  return new RackError('internal', `the ${pass} in this file failed its check: ${what}`, {
    path: parsed.document.name,
    hint: 'nothing was written; please report this, without the content of the file',
    cause: isRackError(cause) ? cause : undefined,
  });
}
