import type { RunningGateway } from '@modelrack/gateway';
import type { Context } from './context.ts';

/** Longer answers are rare, and whoever stops a server wants it to stop. */
const graceMs = 15_000;
/** A server that has nothing to do is gone by then, and says nothing. */
const silenceMs = 300;

/** Serves until Ctrl-C. Running answers are under way and paid: they may end, unless Ctrl-C comes again. */
export async function serveUntil(interrupted: Promise<void>, running: RunningGateway, context: Context): Promise<void> {
  await interrupted;
  const again = context.untilInterrupt().then(() => running.close(0));
  const note = setTimeout(() => {
    context.printer.note(`Running answers have ${graceMs / 1000} s to finish; press Ctrl-C again to stop them now.`);
  }, silenceMs);
  await Promise.race([running.close(graceMs), again]);
  clearTimeout(note);
}
