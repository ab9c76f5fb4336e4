import { isSecretName } from '../secrets/mask-secrets.ts';

/** What servers on one's own machine are given for a key, and what their pages write there. */
const noKey = new Set(
  'a any anything api apikey bearer compatible cpp dummy empty fake gateway ignored key lite litellm llama llamacpp llm lm lmstudio local localhost my needed no none not null ollama open openai placeholder required secret server sk studio test token unused vllm x xxx'.split(
    ' ',
  ),
);

/**
 * A key may be any word, which may stand in a file for a hundred reasons. One that nobody writes by chance is the key
 * wherever it stands as a whole; a plainer one is where a key is expected. `ollama` and `x` are no secrets, and nothing
 * goes because of them.
 */
function kindOf(secret: string): 'anywhere' | 'as-a-key' | 'no-secret' {
  const words = secret.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const { length } = secret;
  const hasDigit = /\d/.test(secret);
  if (length < (hasDigit ? 6 : 8) || words.every((word) => word === '' || noKey.has(word))) return 'no-secret';
  return length >= (hasDigit ? 8 : 16) ? 'anywhere' : 'as-a-key';
}

export function isTelling(secret: string): boolean {
  return kindOf(secret) !== 'no-secret';
}

/** Keys of a connection, which some tools keep under its name. */
export interface Sought {
  readonly secrets: readonly string[];
  readonly connection: string;
}

/** As it is, or as a text of JSON has it, and as a whole word: another key may begin with the same letters. */
export function holdsSecret(text: string, { secrets, connection }: Sought): boolean {
  return secrets.filter(isTelling).some((secret) => {
    const isPlain = kindOf(secret) === 'as-a-key';
    const forms = new Set([secret, JSON.stringify(secret).slice(1, -1)]);
    return [...forms].some((form) => {
      if (!text.includes(form)) return false;
      return [...text.matchAll(wholeWord(form))].some(({ index }) => !isPlain || isKeyAt(text, index, connection));
    });
  });
}

function wholeWord(form: string): RegExp {
  const literal = form.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\w-])${literal}(?![\\w-])`, 'g');
}

/** Behind the name of a secret or of the connection, or all that there is: what a change took out alone. */
function isKeyAt(text: string, index: number, connection: string): boolean {
  const before = text.slice(Math.max(0, index - 200), index);
  const named = /([\w.-]+)["']?\s*[:=]\s*["']?(?:Bearer )?$/.exec(before);
  if (named === null) return /^["'\s]*$/.test(text.slice(0, index));
  return named[1] === connection || isSecretName(named[1] ?? '');
}
