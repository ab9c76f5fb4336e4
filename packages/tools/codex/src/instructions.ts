import { fieldOf } from '@modelrack/tool-kit';

/** The system prompt where the installed Codex cannot be asked for its own. */
const ownInstructions = [
  "You are a coding agent that works in the user's repository through a terminal.",
  'Find out how the code does things before you change it, and follow its style.',
  'Make the smallest change that solves the task, and leave alone what has nothing to do with it.',
  'Run the checks that the project has, and report honestly what you did, what you saw and what is left.',
  'Ask before anything that cannot be taken back.',
].join(' ');

/** In characters, of all rows together: Codex reads the whole catalogue at every start, and we hold it in memory. */
const room = 12_000_000;

/** What every row holds: Codex's own instructions, unless so many rows of them are too large a file. */
export function instructionsFor(
  asked: string | undefined,
  rows: number,
): { readonly text: string; readonly note: string | undefined } {
  if (asked === undefined)
    return { text: ownInstructions, note: "could not read Codex's built-in instructions; using a short default" };
  if (asked.length * rows <= room) return { text: asked, note: undefined };
  return {
    text: ownInstructions,
    note: `Codex's own instructions in ${rows} rows make too large a catalogue; using a short default (select fewer models with --models to avoid this)`,
  };
}

/** The instructions of the first built-in model, out of what `codex debug models` prints. */
export function instructionsOf(stdout: string): string | undefined {
  const rows = fieldOf(parsed(stdout), 'models');
  if (!Array.isArray(rows)) return undefined;
  return rows
    .map((row: unknown) => fieldOf(row, 'base_instructions'))
    .find((text): text is string => typeof text === 'string' && text.trim() !== '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Any other output means that this release has no such command: our own text is used, with a note.
    return undefined;
  }
}
