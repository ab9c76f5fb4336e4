const width = 20;

/** `██████░░░░  30 %  `; nothing if nobody knows how far it is. */
export function bar(percent: number | undefined): string {
  if (percent === undefined) return '';
  const whole = Math.round(Math.min(100, Math.max(0, percent)));
  const full = Math.round((whole * width) / 100);
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${String(whole).padStart(3)} %  `;
}
