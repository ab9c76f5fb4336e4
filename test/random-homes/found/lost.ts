import { blankOnTop, few, first, last, others, pick, refresh, setUp, type Found } from './told.ts';

/** The same where our record was lost. */
export const foundLost: readonly Found[] = [
  {
    what: 'a pick that has left the list, when the record is lost',
    tool: 'pi',
    start: 'commented',
    steps: [pick('plus'), refresh(others), { kind: 'lose' }, blankOnTop()],
    last: first,
  },
  {
    what: 'a default of the second gateway, which is no pick of the first one’s',
    tool: 'claude-code',
    start: 'plain',
    steps: [setUp('second', ['lite', 'acme/one', 'acme/two'], { chosen: 'acme/one' }), { kind: 'lose' }, blankOnTop()],
    last: first,
  },
  {
    what: 'a pick of a list that moved on, when the record is lost: the gateway’s name stands beside it',
    tool: 'crush',
    start: 'crlf-bom',
    steps: [pick('plus'), refresh(few), { kind: 'lose' }, refresh(others)],
    last: first,
  },
  {
    what: 'a container of one gateway that the other emptied and filled again',
    tool: 'claude-code',
    start: 'crlf-bom',
    steps: [setUp('second', others), refresh(few), refresh(others), { kind: 'lose' }],
    last: first,
  },
  {
    what: 'a default of one gateway, which the other one saw first when all was lost',
    tool: 'pi',
    start: 'commented',
    steps: [
      { kind: 'turn', ids: few, default: 'acme/two' },
      { kind: 'lose', what: 'all' },
      { kind: 'turn', ids: few, default: undefined },
    ],
    last,
  },
  {
    what: 'a removal without our record, which is undone',
    tool: 'claude-code',
    start: 'none',
    steps: [{ kind: 'lose', next: 'remove' }, { kind: 'undo' }, { kind: 'lose', what: 'all' }],
    last,
  },
  {
    what: 'a default of our own block, in which another model stands when all is lost',
    tool: 'gptme',
    start: 'crlf-bom',
    steps: [setUp('modelrack', few, { chosen: 'acme/two' }), { kind: 'lose', what: 'all' }],
    last: first,
  },
  {
    what: 'a pick in our own block that no list has any more, when only the configuration is left',
    tool: 'gptme',
    start: 'commented',
    steps: [
      pick('acme/one'),
      setUp('second', ['lite', 'plus', 'acme/two'], { chosen: 'lite' }),
      refresh(['lite', 'plus', 'zeta/x:free']),
      { kind: 'lose', what: 'state', next: 'setup' },
    ],
    last: first,
  },
  {
    what: 'a default under a name told apart that has left the list, when all is lost',
    tool: 'continue',
    start: 'commented',
    steps: [
      setUp('second', few, { chosen: 'acme/two' }),
      refresh(['lite', 'plus', 'zeta/x:free']),
      { kind: 'lose', what: 'all' },
    ],
    last,
  },
  {
    what: 'the same of a pick, which moves on nowhere',
    tool: 'continue',
    start: 'commented',
    steps: [setUp('second', few), pick('acme/two'), refresh(['lite', 'plus', 'zeta/x:free']), { kind: 'lose' }],
    last,
  },
  {
    what: 'a pick that has left the list in our own block, before which no removal is made without a set-up',
    tool: 'gptme',
    start: 'commented',
    steps: [pick('plus'), refresh(['lite', 'acme/one', 'acme/two', 'acme/three']), { kind: 'lose', next: 'remove' }],
    last: first,
  },
  {
    what: 'a default under a name told apart, whose row they renamed and from which nothing is to be told any more',
    tool: 'continue',
    start: 'plain',
    steps: [
      setUp('second', ['lite', 'plus', 'acme/two'], { chosen: 'plus' }),
      { kind: 'inside', edit: { how: 'value', file: 0, place: 7 } },
      setUp('modelrack', ['lite', 'plus', 'acme/three', 'zeta/x:free']),
      { kind: 'lose', next: 'remove' },
    ],
    last,
  },
];
