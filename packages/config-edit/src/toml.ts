import { formatEditor } from './edit/format-editor.ts';
import { tomlGrammar } from './toml/toml-grammar.ts';
import type { FormatEditor } from './types.ts';

/** TOML; what is written keeps to TOML 1.0. */
export const tomlEditor: FormatEditor = formatEditor(tomlGrammar);
