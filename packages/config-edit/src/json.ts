import { formatEditor } from './edit/format-editor.ts';
import { jsonGrammar } from './json/json-grammar.ts';
import type { FormatEditor } from './types.ts';

/** JSON (neither comments nor trailing commas are accepted) and JSON with both. */
export const jsonEditor: FormatEditor = formatEditor(jsonGrammar);
