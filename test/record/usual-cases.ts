import type { CaseFile } from '@modelrack/tool-kit/testing';

/** What a required case says of itself until somebody says it better, and what happens in it. */
export const usualCases: Readonly<Record<string, CaseFile>> = {
  none: { why: 'no file yet: it is made' },
  plain: { why: 'as the tool itself writes it' },
  commented: { why: 'comments and odd spacing stay' },
  'crlf-bom': { why: 'line ends of Windows, byte-order mark, no final newline' },
  grown: {
    why: 'models went and came, one has another window',
    steps: [{ run: 'setup' }, { run: 'refresh', list: 'second' }],
  },
  edited: {
    why: 'what the user changed in our entries stays',
    steps: [{ run: 'setup' }, { edit: '', find: '', replace: '' }, { run: 'refresh' }],
  },
  broken: { why: 'a file that does not parse is refused' },
  hostile: {
    why: 'ids that the tool would substitute stay out, odd ones go in as they are',
    steps: [{ run: 'setup', list: 'hostile' }],
  },
  'no-window': { why: 'no limit is invented', steps: [{ run: 'setup', list: 'no-window' }] },
  'nothing-stated': {
    why: 'a gateway that states nothing: no number and no flag is made up',
    steps: [{ run: 'setup', list: 'nothing-stated' }],
  },
  default: {
    why: 'a default only on request, and the old one comes back',
    steps: [{ run: 'setup', default: 'plus' }],
  },
  'key-file': { why: 'a key that is stored in a file of ours', key: 'file' },
  mcp: { why: 'our MCP server, if asked for', steps: [{ run: 'setup', mcp: true }] },
  project: { why: "the project's own file", project: true },
};
