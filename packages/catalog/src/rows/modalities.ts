import type { InputKind } from '../types.ts';
import { flagOf, fold, textsIn, valuesOf, wordsOf } from './row.ts';
import type { Row } from './row.ts';

// `file` means PDF in the lists that have these two; elsewhere it may be any file.
const openInputs = ['architecture>inputmodalities', 'inputmodalities'];
const inputs = [
  ...openInputs,
  'supportedinputmodalities',
  'modalities>input',
  'inputtypes',
  'inputformats',
  'supportedinputs',
];
const outputs = ['outputmodalities', 'supportedoutputmodalities', 'modalities>output', 'outputtypes', 'outputformats'];

/** Output modalities that a row states, sorted; empty if it states none. */
export function outputModalities(row: Row): readonly string[] {
  return (listOf(row, outputs) ?? sideOf(row, 1) ?? []).toSorted();
}

/** Input modalities that a row states; undefined if it states none. */
export function inputModalities(row: Row): readonly string[] | undefined {
  return listOf(row, inputs) ?? sideOf(row, 0);
}

function listOf(row: Row, names: readonly string[]): readonly string[] | undefined {
  const list = valuesOf(row, names).find((value) => Array.isArray(value));
  return list === undefined ? undefined : textsIn(list).map(fold);
}

/** `text+image->text` */
function sideOf(row: Row, side: 0 | 1): readonly string[] | undefined {
  const text = valuesOf(row, ['modality'])
    .flatMap(textsIn)
    .find((value) => value.includes('->'));
  return text?.split('->')[side]?.split('+').map(fold);
}

const flags: Readonly<Record<InputKind, readonly string[]>> = {
  image: [],
  pdf: ['supportspdfinput', 'supportspdf', 'pdfinput', 'pdf'],
  audio: ['supportsaudioinput', 'audioinput', 'modalities>audio'],
  video: ['supportsvideoinput', 'videoinput', 'modalities>video'],
};
const words: Readonly<Record<InputKind, readonly string[]>> = {
  image: ['image', 'images'],
  pdf: ['pdf', 'pdfinput', 'applicationpdf'],
  audio: ['audio', 'audioinput'],
  video: ['video', 'videoinput'],
};
const kinds: readonly InputKind[] = ['image', 'pdf', 'audio', 'video'];

/** What a model takes beside text; empty where the row states text alone, undefined where it states nothing. */
export function readInputs(row: Row, vision: boolean | undefined): readonly InputKind[] | undefined {
  const listed = inputModalities(row);
  const isListed = (kind: InputKind) => words[kind].some((word) => listed?.includes(word));
  const takesFiles = valuesOf(row, openInputs).some((value) => textsIn(value).map(fold).includes('file'));
  const stated = wordsOf(row, ['capabilities', 'tags', 'labels', 'features', 'supportedfeatures']);
  const isStated = (kind: InputKind) => kind !== 'image' && stated.includes(`${kind}input`);
  const has = (kind: InputKind): boolean => {
    if (kind === 'image') return vision ?? isListed('image');
    return flagOf(row, flags[kind]) ?? (statedInput(row, kind) || isListed(kind) || isStated(kind));
  };
  const found = kinds.filter((kind) => has(kind) || (kind === 'pdf' && takesFiles));
  return found.length === 0 && listed === undefined ? undefined : found;
}

/** Anthropic: `pdf_input: { supported: true }`. */
function statedInput(row: Row, kind: InputKind): boolean {
  const values = valuesOf(row, [`${kind}input`]);
  return values.some(
    (value) => typeof value === 'object' && value !== null && 'supported' in value && value.supported === true,
  );
}
