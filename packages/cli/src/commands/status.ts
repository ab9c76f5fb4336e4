import type { ConnectionOptions, Context } from '../context.ts';

export async function status(_context: Context, _options: ConnectionOptions): Promise<number> {
  throw new Error('not wired yet');
}
