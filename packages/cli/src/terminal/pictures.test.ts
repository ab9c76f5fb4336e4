import { pngOf } from '@modelrack/client/testing';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { pictureFor, protocolOf } from './pictures.ts';

it.each([
  [{ TERM: 'xterm-kitty' }, 'kitty'],
  [{ TERM: 'xterm-256color', KITTY_WINDOW_ID: '1' }, 'kitty'],
  [{ TERM: 'xterm-ghostty' }, 'kitty'],
  [{ TERM_PROGRAM: 'iTerm.app' }, 'iterm2'],
  [{ TERM_PROGRAM: 'WezTerm' }, 'iterm2'],
  [{ TERM: 'foot' }, 'sixel'],
  [{ TERM_PROGRAM: 'mintty' }, 'sixel'],
  [{ TERM: 'xterm-256color' }, undefined],
  [{ TERM_PROGRAM: 'Apple_Terminal' }, undefined],
  [{ TERM: 'screen-256color', KITTY_WINDOW_ID: '1' }, undefined],
  [{ TERM: 'xterm-kitty', TMUX: '/tmp/x' }, undefined],
  [{ TERM: 'xterm-256color', MODELRACK_PICTURES: 'sixel' }, 'sixel'],
  [{ TERM: 'xterm-kitty', MODELRACK_PICTURES: 'none' }, undefined],
  [{}, undefined],
])('%j: %s', (variables, protocol) => {
  expect(protocolOf(variables)).toBe(protocol);
});

describe('pictureFor', () => {
  const png = pngOf(100, 60);
  const draw = (name: string, mime = 'image/png', bytes: Uint8Array = png) =>
    pictureFor({ variables: { MODELRACK_PICTURES: name }, stdout: new PassThrough() }, bytes, mime);

  it('sends kitty the PNG in pieces', async () => {
    const large = Buffer.concat([png, Buffer.alloc(10_000)]);
    const pieces = [
      // eslint-disable-next-line no-control-regex
      ...((await draw('kitty', 'image/png', large)) ?? '').matchAll(/\u001b_G([^;]*);([^\u001b]*)\u001b\\/g),
    ];
    expect(pieces[0]?.[1]).toBe('a=T,f=100,m=1');
    expect(pieces.slice(1).map(([, keys]) => keys)).toEqual(['m=1', 'm=1', 'm=0']);
    for (const [, , data = ''] of pieces) expect(data.length).toBeLessThanOrEqual(4096);
    expect(Buffer.from(pieces.map(([, , data]) => data).join(''), 'base64')).toEqual(large);
  });

  it('sends iTerm2 the file, whatever it is', async () => {
    expect(await draw('iterm2', 'image/webp')).toBe(
      `\u001b]1337;File=inline=1;size=${png.length}:${png.toString('base64')}\u0007`,
    );
  });

  it('turns a PNG into sixels of its size', async () => {
    const sixels = await draw('sixel');
    // DCS … q, raster attributes with width and height, ST.
    // eslint-disable-next-line no-control-regex
    expect(sixels).toMatch(/^\u001bP[\d;]*q"1;1;100;60[\s\S]*\u001b\\$/);
  });

  it.each(['kitty', 'sixel'])('has nothing but the path for what %s does not know', async (name) => {
    expect(await draw(name, 'image/jpeg')).toBe(undefined);
  });

  it('does not fail on a broken picture', async () => {
    expect(await draw('sixel', 'image/png', png.subarray(0, 40))).toBe(undefined);
  });
});
