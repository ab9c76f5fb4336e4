import {
  createPrompt,
  isBackspaceKey,
  isDownKey,
  isEnterKey,
  isUpKey,
  useKeypress,
  useMemo,
  usePagination,
  usePrefix,
  useState,
} from '@inquirer/core';
import type { Model } from '@modelrack/catalog';
import { oneLine } from '@modelrack/text';
import { coloursFor, type Colours } from '../text/colours.ts';
import type { Context } from '../world/context.ts';
import { added, isShown, isTicked, toggled } from './globs.ts';

interface Config {
  readonly message: string;
  readonly models: readonly Model[];
  readonly colours: Colours;
}

/**
 * A list that is narrowed by what is typed. Each tick stays while the filter changes: Tab ticks the row, Ctrl-A all
 * that the filter shows, as a glob. At least one is needed.
 */
export function askGlobs(context: Context, message: string, models: readonly Model[]): Promise<readonly string[]> {
  const { stdin, stderr, variables } = context.world;
  const { signal } = context;
  return prompt(
    { message, models, colours: coloursFor(stderr, variables, false) },
    { input: stdin, output: stderr, ...(signal === undefined ? {} : { signal }) },
  );
}

const prompt = createPrompt<readonly string[], Config>((config, done) => {
  const { models, colours } = config;
  const [filter, setFilter] = useState('');
  const [active, setActive] = useState(0);
  const [globs, setGlobs] = useState<readonly string[]>([]);
  const [status, setStatus] = useState<'idle' | 'done'>('idle');
  const [problem, setProblem] = useState('');
  const prefix = usePrefix({ status });
  const shown = useMemo(() => models.filter(({ id, name }) => isShown(`${id} ${name}`, filter)), [filter]);
  useKeypress((key, line) => {
    setProblem('');
    if (isEnterKey(key)) {
      if (globs.length === 0) return setProblem('Tick at least one: Tab ticks a row, Ctrl-A all that are shown.');
      setStatus('done');
      return done(globs);
    }
    if (isUpKey(key) || isDownKey(key)) {
      setActive(Math.max(0, Math.min(shown.length - 1, active + (isUpKey(key) ? -1 : 1))));
    } else if (key.name === 'tab') {
      typed(line, filter);
      const model = shown[active];
      if (model !== undefined) setGlobs(toggled(globs, model.id, models));
    } else if (key.ctrl && key.name === 'a') {
      // It also moves to the start of the line.
      typed(line, filter);
      if (shown.length > 0) setGlobs(added(globs, filter, shown));
    } else if (line.line !== filter || isBackspaceKey(key)) {
      setFilter(line.line);
      setActive(0);
    }
  });
  if (status === 'done') return `${prefix} ${colours.bold(config.message)} ${colours.cyan(globs.join(', '))}`;
  const page = usePagination({
    items: shown,
    active: Math.max(0, Math.min(active, shown.length - 1)),
    renderItem: ({ item, isActive }) => rowText(item, { isActive, globs, colours }),
    pageSize: 12,
    loop: false,
  });
  const rows = shown.length === 0 ? '  no model matches' : page;
  const below = [rows, ...linesBelow(config, { globs, problem, shown: shown.length })].join('\n');
  return [`${prefix} ${colours.bold(config.message)} ${colours.cyan(filter)}`, below];
});

/** What is chosen so far, what was wrong, and the keys. */
function linesBelow(
  { models, colours }: Config,
  now: { readonly globs: readonly string[]; readonly problem: string; readonly shown: number },
): readonly string[] {
  const { globs, problem, shown } = now;
  const chosen = models.filter(({ id }) => isTicked(id, globs)).length;
  const keys = [
    ['type', 'filter'],
    ['tab', 'tick'],
    ['ctrl+a', `all ${shown} shown`],
    ['⏎', 'done'],
    ['esc', 'back'],
  ] as const;
  return [
    `${chosen} chosen${globs.length === 0 ? '' : `: ${oneLine(globs.join(', '))}`}`,
    ...(problem === '' ? [] : [colours.red(problem)]),
    keys.map(([key, action]) => `${colours.bold(key)} ${colours.dim(action)}`).join(colours.dim(' • ')),
  ];
}

/** What the key did to the line is taken back. */
function typed(line: { clearLine(direction: 0 | 1 | -1): void; write(text: string): void }, filter: string): void {
  line.clearLine(0);
  line.write(filter);
}

function rowText(
  { id, name }: Model,
  {
    isActive,
    globs,
    colours,
  }: { readonly isActive: boolean; readonly globs: readonly string[]; readonly colours: Colours },
): string {
  const text = oneLine(`${isTicked(id, globs) ? '◉' : '◯'} ${name === id ? id : `${id}  ${name}`}`);
  return isActive ? colours.cyan(`❯${text}`) : ` ${text}`;
}
