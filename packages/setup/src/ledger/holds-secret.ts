import { isSecretName, wholeWord } from '../secrets/mask-secrets.ts';

/** What servers on one's own machine are given for a key, and what their pages write there. */
const noKey =
  /^(?:a|any|api|compatible|cpp|dummy|empty|fake|ignored|key|litellm|llama|llamacpp|lm|lmstudio|local|localhost|needed|no|none|not|null|ollama|open|openai|placeholder|required|sk|studio|test|token|unused|vllm|x*)$/;

/** One that nobody writes by chance is a key wherever it stands, a plainer word where a key is expected; `x` is none. */
function kindOf(secret: string): 'anywhere' | 'as-a-key' | 'no-secret' {
  const words = secret.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const hasDigit = /\d/.test(secret);
  if (secret.length < (hasDigit ? 6 : 8) || words.every((word) => noKey.test(word))) return 'no-secret';
  // Connections have such names, and blocks of ours have theirs.
  if (/^[a-z]{2,24}$/.test(secret)) return 'as-a-key';
  return secret.length >= (hasDigit ? 8 : 16) ? 'anywhere' : 'as-a-key';
}

export const isTelling = (secret: string): boolean => kindOf(secret) !== 'no-secret';

/** Keys of a connection, which some tools keep under its name. */
export interface Sought {
  readonly secrets: readonly string[];
  readonly connection: string;
}

/** As it is, or as a text of JSON has it, and as a whole word: another key may begin with the same letters. */
export function holdsSecret(text: string, { secrets, connection }: Sought): boolean {
  return secrets.filter(isTelling).some((secret) => {
    return [secret, JSON.stringify(secret).slice(1, -1)].some((form) => {
      const found = text.includes(form) ? [...text.matchAll(wholeWord(form))] : [];
      return found.some(({ index }) => {
        return kindOf(secret) === 'anywhere' || isKeyAt(text, { start: index, end: index + form.length }, connection);
      });
    });
  });
}

/** Behind the name of a secret or of the connection, or all that there is: what a change took out alone. */
function isKeyAt(text: string, at: { start: number; end: number }, connection: string): boolean {
  const before = text.slice(Math.max(0, at.start - 200), at.start);
  const [all, name] = /(?:^|([\w.-]+)["']?\s*[:=])\s*["']?(?:Bearer )?$/.exec(before) ?? [];
  if (name === undefined) return all !== undefined && /^["']?[\s,]*$/.test(text.slice(at.end));
  return name === connection || isSecretName(name);
}
