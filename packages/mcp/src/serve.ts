import { createWorkShop } from './answers/work-shop.ts';
import { greet } from './greet.ts';
import { usualLimits, type Host } from './host.ts';
import type { Service } from './service.ts';

/** Serves until the client closes standard input or `signal` aborts; then everything that still runs is ended. */
export async function serve(host: Host, signal: AbortSignal): Promise<void> {
  const isOver = endOf(host, signal).then(() => 'over' as const);
  const greeting = await Promise.race([greet(host), isOver]);
  // A stream that is read keeps the process alive.
  if (greeting === 'over') return void host.stdin.pause();
  const { openSession } = await import('./session.ts');
  const limits = { ...usualLimits, ...host.limits };
  const service: Service = { host, shop: createWorkShop(limits), ceiling: limits.ceiling };
  const session = await openSession(service, greeting);
  await isOver;
  service.shop.close();
  await session.close();
}

function endOf({ stdin, stdout }: Host, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) stdin.once(event, () => resolve());
    // Nobody reads the answers any more.
    stdout.once('error', () => resolve());
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
