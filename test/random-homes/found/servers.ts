import { ids } from '../steps.ts';
import { first, last, pick, setUp, type Found } from './told.ts';

/** The same where our MCP server was among those of the tool. */
export const foundServers: readonly Found[] = [
  {
    what: 'the file that was made for our server, which goes with it',
    tool: 'kimi',
    start: 'commented',
    steps: [setUp('modelrack', ids, { mcp: true }), setUp('modelrack', ids, { mcp: false })],
    last: first,
  },
  {
    what: 'our server, which is to go when no record of it is left',
    tool: 'opencode',
    start: 'plain',
    steps: [setUp('modelrack', ids, { mcp: true }), { kind: 'lose', next: 'setup', mcp: false }],
    last: first,
  },
  {
    what: 'the same in a file of its own',
    tool: 'kimi',
    start: 'plain',
    hasServer: true,
    steps: [setUp('modelrack', ids, { mcp: true }), { kind: 'lose', next: 'setup', mcp: false }],
    last: first,
  },
  {
    what: 'our server, which is asked for first when all is lost: what stood there before is ours',
    tool: 'codex',
    start: 'none',
    steps: [{ kind: 'lose', what: 'all', next: 'setup', mcp: true }],
    last: first,
  },
  {
    what: 'our server, which is asked for first when the record is lost, and undone beneath a pick',
    tool: 'kilo',
    start: 'grown',
    steps: [{ kind: 'lose', next: 'setup', mcp: true }, pick('plus'), { kind: 'undo' }],
    last,
  },
];
