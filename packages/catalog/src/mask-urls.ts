// Ends where a text in a file or in a sentence ends.
const urls = /\b([a-z][a-z0-9+.-]{0,20}):\/\/([^\s"'`<>\\/?#]*)([^\s"'`<>\\]*)/gi;
const values = /([?&#;]([^\s=?&#;]*)=)[^&#;]+/g;
/** Parameters that people need to see, and that hold no secret. */
const harmless = /version|region|location|page|limit/i;

/** Takes users, passwords and values of parameters out of every URL in a text. Over-masking is fine. */
export function maskUrls(text: string): string {
  if (!text.includes('://')) return text;
  return text.replace(urls, (_, scheme: string, authority: string, rest: string) => {
    const shown = rest.replace(values, (value: string, left: string, name: string) =>
      harmless.test(name) ? value : `${left}***`,
    );
    return `${scheme}://${maskUser(scheme, authority)}${shown}`;
  });
}

function maskUser(scheme: string, authority: string): string {
  const end = authority.lastIndexOf('@');
  const user = authority.slice(0, Math.max(0, end));
  // `ssh://git@host`: a name that everybody has.
  const isName = !/^(?:https?|wss?)$/i.test(scheme) && !user.includes(':');
  return end === -1 || isName ? authority : `***${authority.slice(end)}`;
}
