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
      setUp('modelrack', few, 'acme/two'),
      { kind: 'own', own: undefined },
      setUp('second', others),
      setUp('modelrack', others),
      setUp('modelrack', few),
    ],
    last: first,
  },
];
