import { first, last, others, pick, refresh, setUp, type Found } from './told.ts';

/** The same where the user wrote a default of their own by hand. */
export const foundOwn: readonly Found[] = [
  {
    what: 'what the tool wrote beside a pick, over which they write a default of their own before all is undone',
    tool: 'qwen-code',
    start: 'commented',
    steps: [pick('plus'), { kind: 'own', own: 'mine/one' }, { kind: 'undo' }],
    last: first,
  },
  {
    what: 'a default of the user’s own over ours, over which they pick before ours is undone, and the pick leaves the list',
    tool: 'aichat',
    start: 'commented',
    steps: [
      setUp('modelrack', ['lite', 'plus', 'acme/one'], { chosen: 'lite' }),
      { kind: 'own', own: 'mine/one' },
      pick('plus'),
      { kind: 'undo' },
      refresh(others),
    ],
    last: first,
  },
  {
    what: 'the same over a provider of their own, which is all that the undone set-up had covered',
    tool: 'codex',
    start: 'commented',
    steps: [{ kind: 'own', own: 'mine/one' }, pick('plus'), { kind: 'undo' }, refresh(others)],
    last,
  },
  {
    what: 'a pick where the tool leads to one gateway, which is undone and the other one with it comes back',
    tool: 'codex',
    start: 'grown',
    steps: [
      { kind: 'turn', ids: ['lite', 'plus', 'acme/one', 'acme/two'], default: undefined },
      pick('plus'),
      { kind: 'undo' },
      { kind: 'lose' },
    ],
    last: first,
  },
  {
    what: 'a pick in the one place of a tool, which is in no list any more when a default takes its place',
    tool: 'cline',
    start: 'crlf-bom',
    steps: [
      pick('plus'),
      setUp('modelrack', ['lite', 'acme/one', 'zeta/x:free'], { chosen: 'lite' }),
      setUp('modelrack', ['lite', 'plus', 'acme/one', 'zeta/x:free'], { chosen: 'plus' }),
      { kind: 'undo' },
    ],
    last,
  },
  {
    what: 'a default that the user takes out by hand stays out, a pick in between and its undo included',
    tool: 'kimi',
    start: 'grown',
    isElsewhere: true,
    steps: [
      { kind: 'own', own: undefined },
      pick('plus'),
      { kind: 'undo' },
      { kind: 'remove', gateway: 'modelrack' },
      { kind: 'inside', edit: { how: 'option', file: 0, place: 0 } },
    ],
    last: first,
  },
];
