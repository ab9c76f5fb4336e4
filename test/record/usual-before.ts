import type { ToolDefinition } from '@modelrack/tool-kit';
import type { Picture } from '@modelrack/tool-kit/testing';

type Change = (text: string, path: string) => string;

/** What `before/` of a case is made of, if `plain` is there: the same files, changed. */
function changeFor(tool: ToolDefinition, name: string): Change | undefined {
  const isStrict = tool.files.some(({ strict, noByteOrderMark }) => strict === true || noByteOrderMark === true);
  const changes: Readonly<Record<string, Change>> = {
    grown: (text) => text,
    edited: (text) => text,
    default: (text) => text,
    'key-file': (text) => text,
    mcp: (text) => text,
    'crlf-bom': (text) => `${isStrict ? '' : '\uFEFF'}${text.trimEnd().replaceAll(/\r?\n/g, '\r\n')}`,
    broken: withFault,
  };
  return changes[name];
}

function withFault(text: string, path: string): string {
  if (/\.ya?ml$/.test(path)) return `${text}broken: [\n`;
  return path.endsWith('.toml') ? `${text}broken = [\n` : text.replace(/[}\]]\s*$/, '');
}

/** undefined: it is made by hand. */
export function usualBefore(tool: ToolDefinition, name: string, plain: Picture): Picture | undefined {
  const change = changeFor(tool, name);
  if (change === undefined || plain.size === 0) return undefined;
  const encoder = new TextEncoder();
  return new Map(
    [...plain].map(([path, bytes]) => [path, encoder.encode(change(Buffer.from(bytes).toString('utf8'), path))]),
  );
}
