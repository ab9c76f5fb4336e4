import type { Path } from '@modelrack/config-edit';

/** A place in a file as people say it; items of a list have no name. */
export function keyName(key: Path): string {
  return key.map((step) => (typeof step === 'string' ? step : 'entry')).join('.');
}
