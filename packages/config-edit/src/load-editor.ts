import type { Format, FormatEditor } from './types.ts';

/** The editor for a format; its parsers are loaded here and not before. */
export async function loadEditor(format: Format): Promise<FormatEditor> {
  if (format === 'yaml') return (await import('./yaml.ts')).yamlEditor;
  if (format === 'toml') return (await import('./toml.ts')).tomlEditor;
  return (await import('./json.ts')).jsonEditor;
}
