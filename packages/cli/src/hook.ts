import { machineOf } from '@modelrack/setup';
import { readFileSync, writeSync } from 'node:fs';
import { beginRefresh } from './lists/begin-refresh.ts';

/**
 * What entries in files of tools call: `hook session-start <connection>`, `hook prompt <list of models>`,
 * `hook picked <connection> <id>`. It never fails and says nothing but its answer, since a tool would show it in the
 * middle of somebody's work; nor does a tool wait for what it starts.
 */
export async function hook([event, ...words]: readonly string[]): Promise<void> {
  const [subject = '', id] = words;
  try {
    if (event === 'session-start' && isName(subject)) beginRefresh(machineOf(process), subject);
    if (event === 'prompt') await answerPrompt(subject);
    if (event === 'picked' && id !== undefined) await remember(subject, id);
  } catch {
    // Without an answer the tool goes on as it would without us.
  }
}

async function answerPrompt(listFile: string): Promise<void> {
  const input = readFileSync(0, 'utf8');
  // Almost every prompt is none of ours: nothing is loaded for it. `To`: how the texts of our entries begin.
  if (!/"(?:\/m-|To (?:switch|choose) )/.test(input)) return;
  const { promptAnswer, readKnownModels, readSentPrompt } = await import('@modelrack/plugin');
  const line = readSentPrompt(input);
  const known = readKnownModels(readFileSync(listFile, 'utf8'));
  if (line === undefined || known === undefined) return;
  const { recentIds } = await import('./pick/recent.ts');
  const recent = recentIds(machineOf(process), known.gateway);
  const answer = promptAnswer(line, { ...known, recent });
  if (answer === undefined) return;
  writeSync(1, answer.output);
  if (answer.id !== undefined) await remember(known.gateway, answer.id);
}

async function remember(connection: string, id: string): Promise<void> {
  if (!isName(connection)) return;
  const { rememberId } = await import('./pick/recent.ts');
  rememberId(machineOf(process), connection, id);
}

/** Of a connection: it becomes the name of a file. */
function isName(text: string): boolean {
  return /^[a-z]{2,24}$/.test(text);
}
