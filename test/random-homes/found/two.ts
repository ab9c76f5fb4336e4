import { blankOnTop, few, first, last, others, pick, setUp, type Found } from './told.ts';

/** The same where two gateways list a model of one name. */
export const foundTwo: readonly Found[] = [
  {
    what: 'a pick where the tool leads to one gateway, when the other one is removed first',
    tool: 'claude-code',
    start: 'none',
    steps: [setUp('second', few), setUp('modelrack', few), { kind: 'own', own: 'mine/two' }, pick('acme/two')],
    last,
  },
  {
    what: 'a default of one gateway, which the other one takes for no pick of its own',
    tool: 'droid',
    start: 'plain',
    steps: [
      setUp('second', few),
      { kind: 'own', own: undefined },
      { kind: 'turn', ids: few, default: 'lite' },
      pick('acme/two'),
      blankOnTop(),
    ],
    last,
  },
  {
    what: 'a default that the user took out, where another gateway has filled the gap since',
    tool: 'kimi',
    start: 'crlf-bom',
    steps: [
      { kind: 'own', own: 'mine/two' },
      setUp('modelrack', few, { chosen: 'acme/two' }),
      { kind: 'own', own: undefined },
      setUp('second', others),
      setUp('modelrack', others),
      setUp('modelrack', few),
    ],
    last: first,
  },
  {
    what: 'a default of the user’s own that one gateway saw, and a pick that the other one takes back',
    tool: 'qwen-code',
    start: 'crlf-bom',
    steps: [setUp('second', few), blankOnTop(), { kind: 'own', own: 'mine/one' }, pick('acme/two')],
    last: first,
  },
  {
    what: 'a default of the user’s own that one gateway saw before it covered it with the other one’s word',
    tool: 'codex',
    start: 'commented',
    steps: [
      { kind: 'own', own: 'mine/one' },
      setUp('second', few),
      setUp('second', few, { chosen: 'lite' }),
      { kind: 'turn', ids: few, default: 'acme/two' },
      { kind: 'remove', gateway: 'second' },
    ],
    last: first,
  },
  {
    what: 'a default that the user took out, where another gateway has filled the gap with the same',
    tool: 'aider',
    start: 'crlf-bom',
    steps: [
      setUp('modelrack', few, { chosen: 'acme/two' }),
      { kind: 'own', own: undefined },
      { kind: 'turn', ids: few, default: 'acme/two' },
      blankOnTop(),
    ],
    last,
  },
];
