import { blankOnTop, few, first, last, pick, setUp, type Found } from './told.ts';

/** The same in files that are not at the tool's usual place. */
export const foundElsewhere: readonly Found[] = [
  {
    what: 'a file that was named, in a home that is copied: the copy’s own one is meant',
    tool: 'vscode',
    start: 'crlf-bom',
    isElsewhere: true,
    steps: [{ kind: 'copy' }, pick('plus')],
    last: first,
  },
  {
    what: 'the file of a project, in a home that is copied and renamed',
    tool: 'opencode',
    start: 'project',
    steps: [{ kind: 'copy' }, blankOnTop(), { kind: 'rename' }],
    last: first,
  },
  {
    what: 'a pick in a file that was named, whose set-up is undone',
    tool: 'aichat',
    start: 'commented',
    isElsewhere: true,
    steps: [pick('plus'), { kind: 'undo' }],
    last,
  },
  {
    what: 'a line in the second file after the write of another gateway, which is undone',
    tool: 'aider',
    start: 'grown',
    isElsewhere: true,
    steps: [
      setUp('second', few),
      setUp('modelrack', ['lite', 'acme/one', 'acme/three']),
      blankOnTop(1),
      { kind: 'undo' },
      blankOnTop(),
    ],
    last,
  },
];
