import { RackError } from '@modelrack/errors';
import type { Target } from '@modelrack/client';

/** In the media folder, by our own words and the time, or by the name that was asked for. */
export function placeFor(folder: string, kind: string, name: string | undefined): Target {
  return { folder, stem: name === undefined ? `${kind}-${stampOf(new Date())}` : stemOf(name) };
}

/** A bare name: nothing that leads to another folder, is hidden, or is special on some system. */
function stemOf(name: string): string {
  const stem = name.trim().replace(/\.[A-Za-z0-9]{1,5}$/, '');
  // eslint-disable-next-line no-control-regex
  const isPlain = !/[/\\:*?"<>|\u0000-\u001f\u007f]/.test(stem) && !stem.startsWith('.') && !/[ .]$/.test(stem);
  const isDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(stem);
  if (stem !== '' && stem.length <= longestName && isPlain && !isDevice) return stem;
  throw new RackError('usage', 'the file name must be a bare name, without folders', {
    hint: 'files are saved in the media folder of modelrack; copy them from there',
  });
}

const longestName = 100;

function stampOf(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}
