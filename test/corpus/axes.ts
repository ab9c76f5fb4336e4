/** Ways in which the same file may be written; each must make no difference but its own. */
export const axes: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'line ends of Windows': (text) => text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'),
  'a byte-order mark': (text) => (text.startsWith('\uFEFF') ? text : `\uFEFF${text}`),
  'no final newline': (text) => text.replace(/(\r?\n)+$/, ''),
  tabs: (text) => text.replaceAll(/^( {2})+/gm, (blanks) => '\t'.repeat(blanks.length / 2)),
  'blank lines at the end': (text) => `${text}${text.includes('\r\n') ? '\r\n\r\n\r\n' : '\n\n\n'}`,
};

/** Ids that a format would read as something else, or must quote. */
export const oddIds = [
  'anthropic/claude-sonnet-4.5',
  'qwen/qwen3-coder:free',
  'a"b\\c',
  '__proto__',
  'yes',
  '012',
  '1e3',
  '2026-01-01',
  '模型/甲',
];

export function rowsNamed(ids: readonly string[]): Record<string, unknown>[] {
  return ids.map((id) => ({ id, context_window: 128_000, max_output_tokens: 8192 }));
}

export function rowsCounted(count: number): Record<string, unknown>[] {
  return rowsNamed(Array.from({ length: count }, (_, index) => `lab/model-${String(index).padStart(4, '0')}`));
}
