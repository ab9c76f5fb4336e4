import type { ConnectionOptions, Context } from '../context.ts';

export async function doctor(_context: Context, _names: readonly string[], _options: ConnectionOptions): Promise<number> {
  throw new Error('not wired yet');
}
