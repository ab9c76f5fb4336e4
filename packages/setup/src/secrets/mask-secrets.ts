import { maskUrls } from '@modelrack/text';

/** Names under which people and programs keep secrets. */
const secretName =
  /(?:api[-_]?key|access[-_]?key|secret|token|passw(?:or)?d|authorization|cookie|credential|bearer|^key$|_key$|Key$)/i;
/** Names that only speak of a secret: of a variable, a command, a count. */
const harmlessName =
  /(?:env[-_]?key|key[-_]?name|env_?var|key_?env|keyhelper|key_?command|max_?tokens|tokenizer|token_?limit|keybind)/i;
const knownPrefix =
  /\b(?:sk|pk|rk|gk|ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|hf|gsk|nvapi|r8|AKIA|ASIA|AIza|ya29)[-_.]?[A-Za-z0-9_\-.]{12,}|\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]+)?/g;
const assignment = /((?:"[^"\n]*"|'[^'\n]*'|[\w.-]+)[^\S\n]*[:=][^\S\n]*)("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s,}\]"']+)/g;
/** A list or map under such a name, as far as it stands on one line. */
const bracketed = /((?:"[^"\n]*"|'[^'\n]*'|[\w.-]+)[^\S\n]*[:=][^\S\n]*)([[{][^\n]*)/g;
const quoted = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/g;
/** As many programs make their keys. */
const hexadecimal = /\b[0-9a-f]{32,}\b/gi;
const bearer = /\b(Bearer\s+|Basic\s+)[A-Za-z0-9._~+/=-]{6,}/g;

/**
 * Replaces values that look like secrets by `***`, whoever wrote them. References (`{env:X}`, `$X`),
 * numbers and names of variables are no secrets.
 */
export function maskSecrets(text: string, secrets: readonly string[] = []): string {
  let masked = maskUrls(text);
  for (const secret of secrets.toSorted((a, b) => b.length - a.length)) masked = withoutSecret(masked, secret);
  return masked
    .replaceAll(hexadecimal, '***')
    .replaceAll(bearer, '$1***')
    .replaceAll(bracketed, (whole, left: string, inside: string) =>
      isSecretName(left) ? `${left}${inside.replaceAll(quoted, (part) => mask(part))}` : whole,
    )
    .replaceAll(assignment, (whole, left: string, value: string) =>
      isSecretAssignment(left, value) ? `${left}${mask(value)}` : whole,
    )
    .replaceAll(knownPrefix, '***');
}

/** A short one may be a part of many words; the shortest are left to the names that they stand under. */
function withoutSecret(text: string, secret: string): string {
  if (secret.length > 12) return text.replaceAll(secret, '***');
  if (secret.length < 4) return text;
  return text.replaceAll(wholeWord(secret), '***');
}

export function wholeWord(text: string): RegExp {
  const literal = text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\w-])${literal}(?![\\w-])`, 'g');
}

function isSecretAssignment(left: string, value: string): boolean {
  if (!isSecretName(left)) return false;
  const bare = value.replaceAll(/^["']|["']$/g, '');
  return bare !== '' && !isReference(bare);
}

/** The fields of a list's rows are asked about row by row. */
const asked = new Map<string, boolean>();

/** A name, or an assignment up to its value. */
export function isSecretName(left: string): boolean {
  const known = asked.get(left);
  if (known !== undefined) return known;
  const isSecret = looksSecret(left);
  if (asked.size < 256) asked.set(left, isSecret);
  return isSecret;
}

function looksSecret(left: string): boolean {
  const name =
    left
      .replaceAll(/["'\s:=]/g, '')
      .split('.')
      .at(-1) ?? '';
  return secretName.test(name) && !harmlessName.test(name);
}

export function isReference(value: string): boolean {
  return (
    /^\{(?:env|file):[^}]*\}$/.test(value) ||
    /^\$\{\{[^{}]*\}\}$/.test(value) ||
    /^\$\{?\w+\}?$/.test(value) ||
    /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value) ||
    /^(?:\d+(?:\.\d+)?|true|false|null|\{|\[)$/.test(value)
  );
}

function mask(value: string): string {
  const quote = /^["']/.test(value) ? value.slice(0, 1) : '';
  return `${quote}***${quote}`;
}
