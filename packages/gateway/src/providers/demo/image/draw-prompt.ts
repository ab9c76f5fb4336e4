import { createHash } from 'node:crypto';
import { findGlyph, glyphHeight, glyphWidth } from './bitmap-font.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** A picture that can be asked for any of its pixels: it takes no memory of its own. */
export interface Picture extends Size {
  readonly top: Colour;
  readonly bottom: Colour;
  /** True where the text is. */
  isInk(x: number, y: number): boolean;
}

const demoTitle = 'DEMO - no model was asked';
const longestText = 600;
const lineHeight = glyphHeight + 3;
const advance = glyphWidth + 1;

/** Accents off where a letter is left, one blank for each run of them. */
function simplify(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/gu, ' ').trim();
  return [...plain].slice(0, longestText).join('');
}

function wrapWords(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of simplify(text).split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if ([...joined].length <= columns) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    const letters = [...word];
    while (letters.length > columns) lines.push(letters.splice(0, columns).join(''));
    line = letters.join('');
  }
  return line === '' ? lines : [...lines, line];
}

/** The largest whole number of pixels per dot at which the text fits; 1 if it never does. */
function chooseScale(text: string, { width, height }: Size): number {
  for (let scale = Math.max(1, Math.floor(Math.min(width, height) / 90)); scale > 1; scale -= 1) {
    const columns = Math.floor(width / scale / advance) - 2;
    if (columns < demoTitle.length) continue;
    if ((wrapWords(text, columns).length + 4) * lineHeight * scale <= height) return scale;
  }
  return 1;
}

/** Dark enough for white text, and in the narrow range of video too. */
function pickColour(bytes: Buffer): Colour {
  const [red = 0, green = 0, blue = 0] = bytes;
  return [24 + (red % 120), 24 + (green % 120), 24 + (blue % 120)];
}

/** A gradient whose colours come from the text, and the text on it. Same text and variant, same picture. */
export function drawPrompt(text: string, size: Size, variant = 0): Picture {
  const hash = createHash('sha256').update(`${variant} ${text}`).digest();
  const scale = chooseScale(text, size);
  const columns = Math.max(1, Math.floor(size.width / scale / advance) - 2);
  const lines = [...wrapWords(demoTitle, columns), '', ...wrapWords(text, columns)];
  const glyphs = lines.map((line) => [...line].map(findGlyph));
  const isInk = (x: number, y: number): boolean => {
    const dotX = Math.floor(x / scale) - advance;
    const dotY = Math.floor(y / scale) - lineHeight;
    if (dotX < 0 || dotY < 0) return false;
    const glyph = glyphs[Math.floor(dotY / lineHeight)]?.[Math.floor(dotX / advance)];
    const column = glyph?.[dotX % advance] ?? 0;
    return ((column >> (dotY % lineHeight)) & 1) === 1;
  };
  return { ...size, top: pickColour(hash.subarray(0, 3)), bottom: pickColour(hash.subarray(3, 6)), isInk };
}

/** Of the background, from top to bottom. */
export function mixColour({ bottom, height, top }: Picture, y: number): Colour {
  const share = height === 1 ? 0 : y / (height - 1);
  const mix = (from: number, to: number): number => Math.round(from + (to - from) * share);
  return [mix(top[0], bottom[0]), mix(top[1], bottom[1]), mix(top[2], bottom[2])];
}
