import { isRecord } from '@modelrack/json';
import { answerTo } from './answer.ts';
import { openings } from './command-file.ts';
import { readKnownModels } from './known-models.ts';

/** What a tool tells a hook about a prompt that was sent. */
export interface SentPrompt {
  readonly text: string;
  /** The tool's own record of the thread. */
  readonly transcript: string | undefined;
}

/** From the JSON on standard input; undefined: it is none of our lines, whatever it is. */
export function readSentPrompt(input: string): SentPrompt | undefined {
  try {
    const value: unknown = JSON.parse(input);
    if (!isRecord(value)) return undefined;
    const { prompt, submitted_prompt: submitted, transcript_path: transcript } = value;
    // Where a tool has expanded a command already, `prompt` is the text of the file.
    const text = typeof submitted === 'string' ? submitted : typedIn(prompt);
    if (text === undefined || !text.startsWith('/m-')) return undefined;
    return { text, transcript: typeof transcript === 'string' ? transcript : undefined };
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

/** The JSON that keeps a line of ours from the model and shows the answer instead; undefined: let it pass. */
export function promptAnswer(
  { text }: SentPrompt,
  { list, tokens }: { list: string; tokens: number | undefined },
): string | undefined {
  const known = readKnownModels(list);
  const [, command = '', words = ''] = /^\/(\S+)\s*([^]*)$/.exec(text) ?? [];
  const answer = known && answerTo({ command, words, tokens }, known);
  if (answer === undefined) return undefined;
  return JSON.stringify({
    decision: 'block',
    reason: answer.text,
    hookSpecificOutput: { hookEventName: 'UserPromptSubmit', suppressOriginalPrompt: true },
  });
}
