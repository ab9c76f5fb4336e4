import type { World } from '../world/world.ts';

type Protocol = 'kitty' | 'iterm2' | 'sixel';

/** Larger ones are slow to draw, and their path is as good. */
const largest = 20 * 2 ** 20;

/**
 * What a terminal draws a picture from; undefined for one that cannot, as far as its variables tell. Whoever knows
 * better sets `MODELRACK_PICTURES` to `kitty`, `iterm2`, `sixel` or `none`.
 */
export async function pictureFor(
  { variables, stdout }: Pick<World, 'variables' | 'stdout'>,
  bytes: Uint8Array,
  mime: string,
): Promise<string | undefined> {
  const protocol = protocolOf(variables);
  if (protocol === undefined || bytes.length > largest) return undefined;
  const data = Buffer.from(bytes).toString('base64');
  if (protocol === 'iterm2') return `\u001b]1337;File=inline=1;size=${bytes.length}:${data}\u0007`;
  // The other two know pixels and PNG only.
  if (mime !== 'image/png') return undefined;
  if (protocol === 'kitty') return kittyOf(data);
  const { sixelOf } = await import('./sixel.ts');
  return sixelOf(bytes, (stdout.columns ?? 80) * usualCell);
}

/** Pixels; a wrong guess makes a picture smaller or larger, nothing else. */
const usualCell = 8;

export function protocolOf(variables: World['variables']): Protocol | undefined {
  const asked = variables['MODELRACK_PICTURES']?.toLowerCase();
  if (asked === 'kitty' || asked === 'iterm2' || asked === 'sixel') return asked;
  if (asked !== undefined && asked !== '') return undefined;
  // They would have to pass it on, and do so only if they are told.
  if (variables['TMUX'] !== undefined || /^(?:screen|tmux)/.test(variables['TERM'] ?? '')) return undefined;
  const term = variables['TERM'] ?? '';
  const program = variables['TERM_PROGRAM'] ?? '';
  if (/kitty|ghostty/i.test(term) || /ghostty/i.test(program) || variables['KITTY_WINDOW_ID'] !== undefined)
    return 'kitty';
  if (program === 'iTerm.app' || program === 'WezTerm' || variables['LC_TERMINAL'] === 'iTerm2') return 'iterm2';
  if (/^(?:foot|mlterm|yaft|contour|xterm-sixel)/.test(term) || /^(?:mintty|contour)$/i.test(program)) return 'sixel';
  return undefined;
}

const pieceLength = 4096;

/** PNG, in pieces of base64. */
function kittyOf(data: string): string {
  const pieces = data.match(new RegExp(`.{1,${pieceLength}}`, 'g')) ?? [];
  return pieces
    .map((piece, index) => {
      const more = index < pieces.length - 1 ? 1 : 0;
      return `\u001b_G${index === 0 ? 'a=T,f=100,' : ''}m=${more};${piece}\u001b\\`;
    })
    .join('');
}
