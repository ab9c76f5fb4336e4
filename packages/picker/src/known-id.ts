import type { PickerRow } from './row.ts';
import { wordsOf, type Words } from './words.ts';

/** An id, read once. */
export interface KnownId {
  /** Before the last slash; empty for an alias. */
  readonly provider: Words;
  readonly providerName: string;
  readonly model: Words;
  /** Lower case, for what is typed letter by letter. */
  readonly lower: string;
  /** The pieces of the model, glued. */
  readonly glued: string;
  /** The same of the provider, if it has several. */
  readonly gluedProvider: string;
  readonly version: number;
}

/** `makers`: the words of the providers read before, since many ids have the same. */
export function readId(id: string, makers = new Map<string, Words>()): KnownId {
  const slash = id.lastIndexOf('/');
  const provider = id.slice(0, Math.max(0, slash));
  const modelPart = id.slice(slash + 1);
  const model = wordsOf(modelPart);
  const maker = makers.get(provider) ?? wordsOf(provider);
  makers.set(provider, maker);
  return {
    provider: maker,
    providerName: provider.toLowerCase().replace(/^~/, ''),
    model,
    lower: id.toLowerCase(),
    glued: model.pieces.join(''),
    gluedProvider: maker.pieces.length > 1 ? maker.pieces.join('') : '',
    version: versionOf(modelPart.toLowerCase()),
  };
}

/** The first number that is neither a size (`120b`) nor a date (`2507`, `05-13`); 0 without one. */
function versionOf(model: string): number {
  // By `exec`: what `matchAll` makes for each id takes as long as all the rest.
  number.lastIndex = 0;
  for (;;) {
    const [found, text = '', letters = ''] = number.exec(model) ?? [];
    if (found === undefined) return 0;
    if (!/^[bmkt]$/.test(letters) && !/^0\d/.test(text)) return Number(text.replace(/[_p-]/, '.'));
  }
}

const number = /(?<![\d.])(\d{1,2}(?:[._p-]\d{1,2}(?!\d|[bmkt](?![a-z])))?)(?!\d)([a-z]*)/g;

const dated =
  /(?:^|\D)(?:20\d\d-?\d\d(?:-?\d\d)?|2[0-9](?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])[0-3]\d|(?:0[1-9]|1[0-2])-[0-3]\d|\d\d-20\d\d)(?!\d)/;

const media = /(?<![a-z])(?:audio|embedding|image|speech|transcribe|tts|video)(?![a-z])/;

/** What makes an id less likely to be meant than a twin without it. */
export function penaltyOf(row: PickerRow, { lower }: KnownId): number {
  const model = lower.slice(lower.lastIndexOf('/') + 1);
  let penalty = 0;
  if (/[:-]free$/.test(model)) penalty += 2;
  if (dated.test(model)) penalty += 2;
  if (lower.split('/').length > 2) penalty += 2;
  if (row.deprecated === true) penalty += 2;
  // Lists call some models chat models that answer with pictures.
  if (row.kind !== 'chat' || media.test(model)) penalty += 1.5;
  if (/\b(?:preview|exp|experimental|beta|alpha)\b/.test(model)) penalty += 1;
  if (lower.startsWith('~')) penalty += 0.5;
  return penalty;
}
