import { RackError } from '@modelrack/errors';
import type { Format, FormatEditor } from './types.ts';

/**
 * The editor for a format; its parsers are loaded here and not before.
 * @throws RackError `file-shape`: no editor for this format yet
 */
export async function loadEditor(format: Format): Promise<FormatEditor> {
  if (format === 'yaml') throw new RackError('file-shape', 'YAML files are not supported yet');
  if (format === 'toml') return (await import('./toml.ts')).tomlEditor;
  return (await import('./json.ts')).jsonEditor;
}
