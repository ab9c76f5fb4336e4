import { tokens } from '@modelrack/text';
import { survey } from '../../connections/own-survey.ts';
import { table } from '../../text/table.ts';
import type { CommonOptions, Context } from '../../world/context.ts';

export interface ModelsOptions extends CommonOptions {
  readonly suggest?: boolean;
}

/** What callers of the gateway see; with `--suggest` a chain for each tier, to be accepted or not. */
export async function gatewayModels(context: Context, options: ModelsOptions): Promise<number> {
  const { connections, rows, suggested } = await survey(context);
  const { printer } = context;
  for (const { failure, name } of connections) if (failure !== undefined) printer.note(`${name}: ${failure}.`);
  if (options.suggest === true) {
    printer.document({ schema: 1, command: context.command, suggested });
    const lines = Object.entries(suggested).filter(([, chain]) => chain.length > 0);
    if (lines.length === 0)
      printer.note('There is nothing to suggest yet. Add a provider: modelrack gateway connect openai');
    for (const [tier, chain] of lines) printer.result(`modelrack gateway tiers set ${tier} ${chain.join(' ')}\n`);
    return 0;
  }
  printer.document({ schema: 1, command: context.command, models: rows });
  const lines = rows.map((row) => {
    const window = row['context_window'];
    const chain = row['resolves_to'];
    return [
      row.id,
      typeof window === 'number' ? tokens(window) : '',
      String(row['mode'] ?? 'chat'),
      Array.isArray(chain) ? chain.join(', ') : '',
    ];
  });
  if (lines.length > 0) printer.result(table(['MODEL', 'WINDOW', 'KIND', 'CHAIN'], lines, printer.columns));
  else printer.note('The gateway lists no models.');
  return 0;
}
