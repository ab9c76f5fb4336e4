import type { GatewayName } from './home.ts';
import type { Step } from './life.ts';

/** A life that went wrong once, as short as it could be told. */
export interface Found {
  readonly what: string;
  readonly tool: string;
  readonly start: string;
  readonly steps: readonly Step[];
  readonly last: readonly GatewayName[];
}

const few = ['lite', 'acme/two', 'zeta/x:free'];
const others = ['lite', 'acme/three', 'zeta/x:free'];
const setUp = (gateway: GatewayName, ids: readonly string[], chosen?: string): Step => {
  return { kind: 'setup', gateway, ids, default: chosen };
};
const refresh = (ids: readonly string[]): Step => ({ kind: 'refresh', ids });
const pick = (id: string): Step => ({ kind: 'pick', id });
const blankOnTop = (file = 0): Step => ({ kind: 'edit', edit: { how: 'top', file, line: 0 } });

const first: readonly GatewayName[] = ['modelrack', 'second'];
const last: readonly GatewayName[] = ['second', 'modelrack'];

export const found: readonly Found[] = [
  {
    what: 'a pick under a name that has its gateway behind it, when no other item has that name any more',
    tool: 'continue',
    start: 'commented',
    steps: [setUp('second', few), pick('acme/two'), blankOnTop()],
    last: first,
  },
  {
    what: 'a pick that has left the list, when the record is lost',
    tool: 'pi',
    start: 'commented',
    steps: [pick('plus'), refresh(others), { kind: 'lose' }, blankOnTop()],
    last: first,
  },
  {
    what: 'the file that a tool made for a pick, which a default and another pick followed',
    tool: 'pi',
    start: 'none',
    steps: [pick('plus'), setUp('modelrack', few, 'lite'), setUp('modelrack', few), pick('acme/two')],
    last: first,
  },
  {
    what: 'a default of the second gateway, which is no pick of the first one’s',
    tool: 'claude-code',
    start: 'plain',
    steps: [setUp('second', ['lite', 'acme/one', 'acme/two'], 'acme/one'), { kind: 'lose' }, blankOnTop()],
    last: first,
  },
  {
    what: 'an entry that made way once, and makes way again when its return is undone',
    tool: 'aider',
    start: 'commented',
    steps: [setUp('second', others), refresh([...few, 'acme/three']), blankOnTop(3), { kind: 'undo' }],
    last,
  },
  {
    what: 'a pick that left the list, and that a second gateway saw when it came and went',
    tool: 'copilot',
    start: 'crlf-bom',
    steps: [pick('plus'), refresh(few), setUp('second', others), blankOnTop()],
    last,
  },
  {
    what: 'a pick of a list that moved on, when the record is lost: the gateway’s name stands beside it',
    tool: 'crush',
    start: 'crlf-bom',
    steps: [pick('plus'), refresh(few), { kind: 'lose' }, refresh(others)],
    last: first,
  },
  {
    what: 'a pick beside a default of our own block, which is set anew',
    tool: 'gptme',
    start: 'commented',
    steps: [
      setUp('modelrack', few, 'lite'),
      refresh(['lite', 'plus', 'acme/one']),
      pick('plus'),
      refresh(['lite', 'plus']),
      blankOnTop(),
    ],
    last: first,
  },
  {
    what: 'a table that was made for a default which is undone',
    tool: 'gptme',
    start: 'plain',
    steps: [setUp('modelrack', few, 'lite'), blankOnTop(), { kind: 'undo' }],
    last: first,
  },
];
