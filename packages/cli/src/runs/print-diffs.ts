import { diffOf, type ToolOutcome } from '@modelrack/setup';
import { plain } from '@modelrack/text';
import { shortHead } from '../text/short-path.ts';
import type { Context } from '../world/context.ts';

/** Unified diffs in the usual colours; as part of a question they go to `write`. */
export async function printDiffs(
  context: Context,
  tools: readonly ToolOutcome[],
  write: (text: string) => void = context.printer.report,
): Promise<void> {
  const { home } = await context.machine();
  for (const file of tools.flatMap((tool) => tool.files)) {
    if (file.action === 'unchanged') continue;
    write(
      `${shortHead(plain(await diffOf(file)), home)
        .split('\n')
        .map((line) => paint(line, context.printer.colours))
        .join('\n')}\n`,
    );
  }
}

function paint(line: string, colours: Context['printer']['colours']): string {
  if (line.startsWith('+++') || line.startsWith('---')) return colours.bold(line);
  if (line.startsWith('@@')) return colours.cyan(line);
  if (line.startsWith('+')) return colours.green(line);
  return line.startsWith('-') ? colours.red(line) : line;
}
