import { isRecord } from '@modelrack/json';
import { answerTo } from './answer.ts';
import { openings } from './command-file.ts';
import type { KnownModels } from './known-models.ts';

/** The line that was sent, from the JSON that a tool gives a hook; undefined: it is none of ours, whatever it is. */
export function readSentPrompt(input: string): string | undefined {
  try {
    const value: unknown = JSON.parse(input);
    if (!isRecord(value)) return undefined;
    const { prompt, submitted_prompt: submitted } = value;
    // Where a tool has expanded a command already, `prompt` is the text of the file.
    const text = typeof submitted === 'string' ? submitted : typedIn(prompt);
    return text?.startsWith('/m-') === true ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Qwen Code before `submitted_prompt`: the text of our file, and behind it the line if it had words. */
function typedIn(prompt: unknown): string | undefined {
  if (typeof prompt !== 'string') return undefined;
  const isOurText = Object.values(openings).some((opening) => prompt.startsWith(opening));
  if (!isOurText) return prompt;
  const [typed] = /^\/m-\S*\s.*$/m.exec(prompt) ?? [];
  const [, id = ''] = /^\/model (.+)$/m.exec(prompt) ?? [];
  return typed ?? `/m- ${id}`;
}

export interface PromptAnswer {
  /** The JSON that keeps a line of ours from the model and shows the answer instead. */
  readonly output: string;
  /** undefined: no model was found. */
  readonly id: string | undefined;
}

/** undefined: let the prompt pass. */
export function promptAnswer(text: string, known: KnownModels): PromptAnswer | undefined {
  const [, command = '', words = ''] = /^\/(\S+)\s*([^]*)$/.exec(text) ?? [];
  const answer = answerTo({ command, words, tokens: undefined }, known);
  if (answer === undefined) return undefined;
  const output = JSON.stringify({
    decision: 'block',
    reason: answer.text,
    hookSpecificOutput: { hookEventName: 'UserPromptSubmit', suppressOriginalPrompt: true },
  });
  return { output, id: answer.id };
}
