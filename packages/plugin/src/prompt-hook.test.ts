import { describe, expect, it } from 'vitest';
import { listFile, readKnownModels } from './known-models.ts';
import { promptAnswer, readSentPrompt } from './prompt-hook.ts';

const known = readKnownModels(
  listFile(
    'work',
    [
      { id: 'lite', label: 'lite', contextWindow: 1000 },
      { id: 'a/"; rm -rf ~', label: 'x', contextWindow: undefined },
    ],
    new Map([
      ['m-lite', 'lite'],
      ['m-rm', 'a/"; rm -rf ~'],
    ]),
  ),
);
const answer = (sent: object) => {
  const prompt = readSentPrompt(JSON.stringify(sent));
  const made = prompt === undefined || known === undefined ? undefined : promptAnswer(prompt, known);
  return made === undefined ? undefined : (JSON.parse(made.output) as object);
};
const blocked = (reason: string) => ({
  decision: 'block',
  reason,
  hookSpecificOutput: { hookEventName: 'UserPromptSubmit', suppressOriginalPrompt: true },
});

describe('a prompt that was sent', () => {
  it.each<[string, object, string]>([
    ['an entry', { prompt: '/m-lite' }, '/model lite'],
    ['words', { prompt: '/m- lit' }, '/model lite'],
    ['an id with signs that mean something elsewhere', { prompt: '/m-rm' }, '/model a/"; rm -rf ~'],
    ['what was typed before the tool expanded it', { prompt: 'the text', submitted_prompt: '/m-lite' }, '/model lite'],
  ])('%s', (_, sent, line) => expect(answer(sent)).toEqual(blocked(line)));

  it.each<[string, object]>([
    ['a question', { prompt: 'what does /m-lite do?' }],
    ["a command of the user's", { prompt: '/m-mine now' }],
    ['another command', { prompt: '/model lite' }],
    ['nothing', {}],
    ['no text', { prompt: { text: '/m-lite' } }],
  ])('%s passes', (_, sent) => expect(answer(sent)).toBeUndefined());

  it.each(['', 'null', '[1', '"/m-lite"'])('%s on standard input is none', (input) => {
    expect(readSentPrompt(input)).toBeUndefined();
  });

  it('tells which model was found', () => {
    expect(known && promptAnswer('/m- lit', known)?.id).toBe('lite');
    expect(known && promptAnswer('/m- zzzz', known)?.id).toBeUndefined();
  });
});
