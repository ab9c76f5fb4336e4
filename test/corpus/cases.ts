import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import aichat from '@modelrack/aichat';
import claudeCode from '@modelrack/claude-code';
import codex from '@modelrack/codex';
import crush from '@modelrack/crush';
import goose from '@modelrack/goose';
import opencode from '@modelrack/opencode';
import qwenCode from '@modelrack/qwen-code';
import zed from '@modelrack/zed';
import type { ToolDefinition } from '@modelrack/tool-kit';

/** One row of `cases.json`; its README says what the fields mean. */
export interface CorpusCase {
  readonly tool: string;
  readonly file: string;
  readonly outcome: 'edit' | 'refuse' | 'edit-or-refuse' | 'ask';
  readonly line?: number;
  readonly lines?: readonly number[];
  readonly column?: number;
  readonly why: string;
  readonly bom?: boolean;
  readonly eol?: 'lf' | 'crlf';
  readonly oneLine?: boolean;
  readonly finalNewline?: boolean;
  readonly mustKeep?: readonly string[];
  readonly mustContain?: readonly string[];
}

const folder = join(import.meta.dirname, '../../fixtures/corpus');

interface CorpusTool {
  readonly tool: ToolDefinition;
  /** Where its file stands below the home folder. */
  place(file: string): string;
  /** The file is only written where a default is named. */
  readonly needsDefault?: true;
}

/** By folder of the corpus. */
export const corpusTools: Readonly<Record<string, CorpusTool>> = {
  opencode: { tool: opencode, place: (file) => `.config/opencode/opencode.${file.split('.').at(-1)}` },
  codex: { tool: codex, place: () => '.codex/config.toml' },
  claude: { tool: claudeCode, place: () => '.claude/settings.json' },
  qwen: { tool: qwenCode, place: () => '.qwen/settings.json' },
  aichat: { tool: aichat, place: () => '.config/aichat/config.yaml' },
  crush: { tool: crush, place: () => '.config/crush/crush.json' },
  goose: { tool: goose, place: () => '.config/goose/config.yaml', needsDefault: true },
  zed: { tool: zed, place: () => '.config/zed/settings.json' },
};

// The corpus is data of the tests; a wrong row fails its own test.
const all = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as { cases: readonly CorpusCase[] };
export const corpusCases = all.cases.filter(({ tool }) => tool in corpusTools);

export function corpusBytes(one: CorpusCase): Uint8Array {
  return readFileSync(join(folder, one.file));
}
