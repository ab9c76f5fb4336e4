// A URL ends where a text in a file or in a sentence ends.
const urls = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'`<>\\]+/gi;
/** `ssh://git@host` alone is a name that everybody has. */
const users = /^(https?|wss?)(:\/\/)[^/?#]*@|^([^:]+)(:\/\/)[^/?#:]*:[^/?#]*@/i;
const values = /([?&#;]([^\s=?&#;]*)=)[^&#;]+/g;
/** Parameters that people need to see, and that hold no secret. */
const harmless = /version|region|location|page|limit/i;

/** Takes users, passwords and values of parameters out of every URL in a text. Over-masking is fine. */
export function maskUrls(text: string): string {
  return text.includes('://') ? text.replace(urls, maskUrl) : text;
}

function maskUrl(url: string): string {
  return url
    .replace(users, '$1$2$3$4***@')
    .replace(values, (value: string, left: string, name: string) => (harmless.test(name) ? value : `${left}***`));
}
