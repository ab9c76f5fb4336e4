/** `200k`, `1M`, `4k`; undefined without a window: nothing is made up. */
export function windowText(window: number | undefined): string | undefined {
  if (window === undefined) return undefined;
  if (window < 1000) return String(window);
  const [unit, size] = window >= 1_000_000 ? (['M', 1_000_000] as const) : (['k', 1000] as const);
  // 131072 is known as 131k, 1048576 as 1M: cut, never rounded up, since it is a limit.
  const shown = Math.floor((window / size) * (unit === 'M' ? 10 : 1)) / (unit === 'M' ? 10 : 1);
  return `${shown}${unit}`;
}

/** `131,072`, for a table; a dash if the gateway does not say. */
export function tokens(window: number | undefined): string {
  // toLocaleString would load the tables of all languages: 30 ms.
  return window === undefined ? '-' : String(window).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ',');
}
