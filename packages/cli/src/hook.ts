import { machineOf } from '@modelrack/setup';
import { readFileSync, writeSync } from 'node:fs';
import { isAllFresh } from './lists/refresh-stamps.ts';

const tenMinutes = 600_000;

/**
 * What entries in files of tools call: `hook session-start <connection>`, `hook prompt <list of models>`. It never
 * fails and says nothing but its answer, since a tool would show it in the middle of somebody's work. Resolves to
 * the command that is to be run now, without a word.
 */
export async function hook([event, subject = '']: readonly string[]): Promise<readonly string[] | undefined> {
  try {
    if (event === 'session-start') return refreshIfOld(subject);
    if (event === 'prompt') await answerPrompt(subject);
  } catch {
    // Without an answer the tool goes on as it would without us.
  }
  return undefined;
}

function refreshIfOld(connection: string): readonly string[] | undefined {
  if (isAllFresh(machineOf(process), connection, tenMinutes)) return undefined;
  return ['refresh', '--gateway', connection, '--if-older', '10m', '--yes'];
}

async function answerPrompt(listFile: string): Promise<void> {
  const input = readFileSync(0, 'utf8');
  // Almost every prompt is none of ours: nothing is loaded for it. `To`: how the texts of our entries begin.
  if (!/"(?:\/m-|To (?:switch|choose) )/.test(input)) return;
  const { promptAnswer, readSentPrompt } = await import('@modelrack/plugin');
  const prompt = readSentPrompt(input);
  const answer = prompt && promptAnswer(prompt, { list: readFileSync(listFile, 'utf8'), tokens: undefined });
  if (answer !== undefined) writeSync(1, answer);
}
