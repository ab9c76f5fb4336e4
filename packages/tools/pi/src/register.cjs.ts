// The extension for pi, bundled into one file; a file among the user's extensions loads it. It may fail nowhere: pi
// would show that at every start.
import { answerTo, prefix, suggestionsFor } from '@modelrack/plugin';
import type { Context, Pi, Row } from './extension-api.ts';
import { gatewaysIn, modelsReader, type FoundModel, type ModelsOfGateways, type Places } from './models-of-gateways.ts';
import { withModels } from './with-models.ts';

export interface Extension extends Places {
  /** The connection's name. */
  readonly gateway: string;
  /** Our command, to be followed by arguments. */
  readonly command: readonly string[];
}

export function register(pi: Pi, extension: Extension): void {
  refreshAtStart(pi, extension);
  // One for all gateways: where two extensions have a command of one name, pi numbers them.
  if (gatewaysIn(extension)[0] !== extension.gateway) return;
  const read = modelsReader(extension);
  let session: Context | undefined;
  const rowsFor = (words: string) => attempt(() => rowsOf(read(), words, session)) ?? [];
  const picked = (found: FoundModel) => remember(pi, extension, found);
  pi.registerCommand(prefix, {
    description: 'find a model of your gateway by a few letters, and switch to it',
    getArgumentCompletions: rowsFor,
    handler: async (words, context) => {
      answer(attempt(read), words, { context, picked });
    },
  });
  pi.on('session_start', (_, context) => {
    session = context;
    const lineFor = (id: string) => {
      const found = attempt(() => read().find(id));
      if (found !== undefined) picked(found);
      return found && lineOf(found);
    };
    attempt(() => context.ui.addAutocompleteProvider((current) => withModels(current, { rowsFor, lineFor })));
  });
  answerGlued(pi, read, picked);
}

/** What pi takes. */
function lineOf({ gateway, id }: FoundModel): string {
  return `/model ${gateway}/${id}`;
}

/** A release may lack a call, or refuse it: what does not need it works all the same. */
function attempt<Result>(call: () => Result): Result | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}

function refreshAtStart(pi: Pi, { command: [program = '', ...args], gateway }: Extension): void {
  pi.on('session_start', (_, { hasUI }) => {
    // Nobody waits for it: the lists are read at every use.
    if (hasUI) attempt(() => pi.exec(program, [...args, 'hook', 'session-start', gateway]).catch(() => undefined));
  });
}

/** What is picked stands above the newest where nothing is typed yet. */
function remember(pi: Pi, { command: [program = '', ...args] }: Extension, { gateway, id }: FoundModel): void {
  attempt(() => pi.exec(program, [...args, 'hook', 'picked', gateway, id]).catch(() => undefined));
}

/** `/m-son` is no command, and would be sent to a model. */
function answerGlued(pi: Pi, read: () => ModelsOfGateways, picked: (found: FoundModel) => void): void {
  pi.on('input', ({ text }, context) => {
    const [, words] = /^\/m-(\S[^\n]*)$/.exec(text.trim()) ?? [];
    if (words === undefined || !context.hasUI) return undefined;
    const name = `${prefix}${words.split(/\s/)[0]}`;
    if (attempt(() => pi.getCommands().some((command) => command.name === name)) === true) return undefined;
    const models = attempt(read);
    const isFound = models !== undefined && rowsOf(models, words, undefined).length > 0;
    return isFound && answer(models, words, { context, picked }) ? { action: 'handled' } : undefined;
  });
}

function tokensIn(context: Context | undefined): number | undefined {
  return attempt(() => context?.getContextUsage()?.tokens) ?? undefined;
}

function rowsOf({ known }: ModelsOfGateways, words: string, session: Context | undefined): readonly Row[] {
  const rows = suggestionsFor(`/${prefix} ${words}`, tokensIn(session), known) ?? [];
  return rows.map(({ text, label, description }) => ({ value: text, label, description }));
}

/** Shows the line that switches, and leaves it in the input; false: no model was found. */
function answer(
  models: ModelsOfGateways | undefined,
  words: string,
  { context, picked }: { context: Context; picked(found: FoundModel): void },
): boolean {
  const show = (text: string) => attempt(() => context.ui.notify(text, 'info'));
  if (models === undefined || models.known.rows.length === 0) {
    show('There is no list of models here: run "modelrack setup pi".');
    return false;
  }
  const made = answerTo({ command: prefix, words, tokens: tokensIn(context) }, models.known);
  const found = made?.id === undefined ? undefined : models.find(made.id);
  const line = found && lineOf(found);
  const [first, ...more] = made?.text.split('\n') ?? [];
  show([line ?? first, ...more].join('\n'));
  if (line !== undefined) attempt(() => context.ui.setEditorText(line));
  if (found !== undefined) picked(found);
  return line !== undefined;
}
