/** `3 minutes ago`; undefined: never. */
export function ago(iso: string | undefined, now: Date): string {
  if (iso === undefined) return 'never';
  return `${duration(now.getTime() - Date.parse(iso))} ago`;
}

export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  for (const [size, name] of units) if (seconds >= size) return count(Math.floor(seconds / size), name);
  return count(seconds, 'second');
}

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const;

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
