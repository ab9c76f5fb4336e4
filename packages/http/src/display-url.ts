/** A URL as it may be shown and stored: no user name, password, query or hash. */
export function displayUrl(url: string | URL): string {
  const text = String(url);
  if (!URL.canParse(text)) return text.replace(/\/\/.*@/s, '//').replace(/[?#].*$/s, '');
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname}`;
}
