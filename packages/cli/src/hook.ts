import { readFileSync } from 'node:fs';
import { isAllFresh } from './refresh-stamps.ts';
import { realMachine } from './real-machine.ts';

const tenMinutes = 600_000;

/**
 * What entries in files of tools call: `hook session-start <connection>`, `hook prompt <list of models>`. It never
 * fails and says nothing but its answer, since a tool would show it in the middle of somebody's work.
 */
export async function hook([event, subject = '']: readonly string[]): Promise<void> {
  try {
    if (event === 'session-start') await refreshIfOld(subject);
    if (event === 'prompt') await answerPrompt(subject);
  } catch {
    // Without an answer the tool goes on as it would without us.
  }
}

async function refreshIfOld(connection: string): Promise<void> {
  if (isAllFresh(realMachine(), connection, tenMinutes)) return;
  const [{ main }, { realWorld }] = await Promise.all([import('./main.ts'), import('./world.ts')]);
  const nowhere = { isTTY: false, columns: 80, write: () => {} };
  await main(['refresh', '--gateway', connection, '--if-older', '10m', '--yes'], {
    ...realWorld(),
    out: nowhere,
    err: nowhere,
  });
}

async function answerPrompt(listFile: string): Promise<void> {
  const input = readFileSync(0, 'utf8');
  // Almost every prompt is none of ours: nothing is loaded for it.
  if (!input.includes('"/m-')) return;
  const { promptAnswer, readSentPrompt } = await import('@modelrack/plugin');
  const prompt = readSentPrompt(input);
  const answer = prompt && promptAnswer(prompt, { list: readFileSync(listFile, 'utf8'), tokens: undefined });
  if (answer !== undefined) process.stdout.write(answer);
}
