import type { GatewayName } from './home.ts';
import type { Step } from './life-in.ts';
import { ids as all } from './steps.ts';

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
    what: 'an undo beside an edit, of what is kept nowhere: all of the tool stays as it is',
    tool: 'cline',
    start: 'plain',
    steps: [setUp('second', few), { kind: 'remove', gateway: 'second' }, blankOnTop(), { kind: 'undo' }],
    last,
  },
  {
    what: 'a default of their own that another gateway covered with a model which both list',
    tool: 'claude-code',
    start: 'crlf-bom',
    steps: [
      { kind: 'own', own: 'mine/one' },
      setUp('second', ['lite', 'acme/one'], 'acme/one'),
      setUp('modelrack', few),
      { kind: 'remove', gateway: 'modelrack' },
      { kind: 'undo' },
    ],
    last,
  },
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
  {
    what: 'a pick under an alias with its gateway before it, when no other row has that alias any more',
    tool: 'mistral-vibe',
    start: 'commented',
    steps: [setUp('second', few), pick('acme/two'), blankOnTop()],
    last: first,
  },
  {
    what: 'a mark that two gateways share, when the setup of both is undone',
    tool: 'continue',
    start: 'commented',
    steps: [setUp('second', others), { kind: 'undo' }, { kind: 'undo' }],
    last: first,
  },
  {
    what: 'an entry of both gateways that left the list of one, and its way back',
    tool: 'aider',
    start: 'commented',
    steps: [setUp('second', others), refresh(['lite', 'acme/one']), refresh(others), blankOnTop(3), { kind: 'undo' }],
    last,
  },
  {
    what: 'a removal that cannot be undone: nothing is ours after it',
    tool: 'aider',
    start: 'commented',
    steps: [
      { kind: 'remove', gateway: 'modelrack' },
      { kind: 'undo' },
      pick('plus'),
      { kind: 'undo' },
      setUp('modelrack', few),
    ],
    last,
  },
  {
    what: 'a value that became equal to the one of the other gateway beneath it, when that is undone',
    tool: 'claude-code',
    start: 'crlf-bom',
    steps: [setUp('second', others), refresh(['plus', ...others]), blankOnTop(), { kind: 'undo' }],
    last,
  },
  {
    what: 'a pick of a tool that lists no models, which a second gateway covers',
    tool: 'cline',
    start: 'crlf-bom',
    steps: [pick('plus'), setUp('second', ['lite', 'plus', 'acme/three']), setUp('modelrack', few)],
    last,
  },
  {
    what: 'a pick that the tool noted, and a default in its place',
    tool: 'copilot',
    start: 'crlf-bom',
    steps: [pick('plus'), refresh(['lite', 'acme/one']), setUp('modelrack', few, 'lite'), blankOnTop()],
    last: first,
  },
  {
    what: 'a default of our own block that is listed, beside a pick: it does not move on',
    tool: 'gptme',
    start: 'commented',
    steps: [setUp('modelrack', ['lite', 'acme/one'], 'acme/one'), refresh(all), pick('plus'), refresh(all)],
    last: first,
  },
  {
    what: 'a file that only moved along with its home, twice',
    tool: 'continue',
    start: 'commented',
    steps: [{ kind: 'rename' }, setUp('second', others), { kind: 'copy' }],
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
    what: 'a pick of one gateway whose model bears the name of the other one’s default',
    tool: 'pi',
    start: 'commented',
    steps: [setUp('second', few, 'lite'), setUp('modelrack', others), pick('lite')],
    last,
  },
  {
    what: 'a pick in the one place of a tool, which a second gateway without that model covers',
    tool: 'cline',
    start: 'crlf-bom',
    steps: [pick('plus'), setUp('second', others)],
    last: first,
  },
  {
    what: 'a pick under a name told apart, whose row an undo took out',
    tool: 'continue',
    start: 'commented',
    steps: [setUp('second', others), { kind: 'copy' }, pick('plus'), { kind: 'undo' }],
    last: first,
  },
  {
    what: 'a file of a project whose path is kept, when its home is renamed',
    tool: 'librechat',
    start: 'commented',
    steps: [setUp('second', few), { kind: 'rename' }, setUp('second', few)],
    last,
  },
  {
    what: 'a pick under a name told apart, which the other gateway saw at its refresh',
    tool: 'continue',
    start: 'plain',
    steps: [setUp('second', few), pick('acme/two'), refresh(all)],
    last,
  },
  {
    what: 'a pick that only a refresh brought, which is undone',
    tool: 'claude-code',
    start: 'crlf-bom',
    steps: [setUp('modelrack', others), refresh(['plus', ...others]), pick('plus'), { kind: 'undo' }, refresh(others)],
    last: first,
  },
  {
    what: 'a pick under a name told apart, which left the lists of both gateways at once',
    tool: 'continue',
    start: 'crlf-bom',
    steps: [setUp('second', few), pick('acme/two'), refresh(['lite', 'acme/one', 'zeta/x:free'])],
    last,
  },
  {
    what: 'a default of the user’s own over ours, and a pick over it',
    tool: 'kimi',
    start: 'none',
    steps: [{ kind: 'own', own: 'mine/one' }, pick('plus')],
    last: first,
  },
  {
    what: 'a default of the user’s own that a refresh saw, which is undone',
    tool: 'aichat',
    start: 'commented',
    steps: [{ kind: 'own', own: 'mine/one' }, refresh(few), pick('acme/two'), { kind: 'undo' }],
    last: first,
  },
  {
    what: 'a default of the user’s own over one gateway’s, which the other covers with the same again',
    tool: 'codex',
    start: 'commented',
    steps: [{ kind: 'own', own: 'mine/one' }, setUp('second', others, 'lite')],
    last,
  },
  {
    what: 'a default that two gateways share, and that the user took out',
    tool: 'droid',
    start: 'plain',
    steps: [
      setUp('modelrack', ['lite', 'acme/one'], 'acme/one'),
      setUp('second', ['lite', 'acme/one'], 'acme/one'),
      { kind: 'own', own: undefined },
      refresh(['lite', 'acme/one', 'acme/two']),
    ],
    last: first,
  },
  {
    what: 'a file under our name that the user had begun before us, beside an edit',
    tool: 'goose',
    start: 'crlf-bom',
    steps: [blankOnTop(1)],
    last,
  },
  {
    what: 'a pick where the tool leads to one gateway, of a model that the other one has as well',
    tool: 'codex',
    start: 'none',
    steps: [
      setUp('second', ['lite', 'acme/one', 'acme/two']),
      { kind: 'own', own: 'mine/two' },
      pick('acme/two'),
      setUp('second', ['lite', 'plus', 'acme/one', 'acme/two'], 'acme/one'),
    ],
    last,
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
    what: 'a pick that went with its gateway, when that removal is undone beside an edit',
    tool: 'kilo',
    start: 'crlf-bom',
    steps: [pick('plus'), { kind: 'remove', gateway: 'modelrack' }, blankOnTop(), { kind: 'undo' }],
    last: first,
  },
  {
    what: 'a default of our own block, in which another model stands when all is lost',
    tool: 'gptme',
    start: 'crlf-bom',
    steps: [setUp('modelrack', few, 'acme/two'), { kind: 'lose', what: 'all' }],
    last: first,
  },
  {
    what: 'a default of the user’s own beneath ours, over which they pick before it is undone',
    tool: 'claude-code',
    start: 'none',
    steps: [
      { kind: 'own', own: 'mine/one' },
      setUp('modelrack', few, 'lite'),
      blankOnTop(),
      pick('acme/two'),
      { kind: 'undo' },
    ],
    last: first,
  },
  {
    what: 'the same, where the gateway’s name stands beside the model',
    tool: 'crush',
    start: 'crlf-bom',
    steps: [setUp('modelrack', all, 'lite'), { kind: 'own', own: 'mine/one' }, pick('acme/one'), { kind: 'undo' }],
    last: first,
  },
];
