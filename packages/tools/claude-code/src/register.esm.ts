// The hooks module of the plugin, bundled into one file. Claude Code reads it before it runs it: `$` may only be
// called, never be given away, and an event that it does not know keeps all of this from loading.
import {
  answerTo,
  firstCommands,
  readKnownModels,
  remedyFor,
  suggestionsFor,
  type KnownModels,
} from '@modelrack/plugin';
import type { On } from './hooks-api.ts';

/** Replaced when the plugin is written: where the list is, and what was picked before. */
const listPath = '@modelrack-list@';
const pickedPath = '@modelrack-picked@';
/** Replaced as well: what runs our command, and the connection's name. */
const node = '@modelrack-node@';
const command = '@modelrack-command@';
const gateway = '@modelrack-gateway@';

let read: { readonly text: string; readonly known: KnownModels | undefined } | undefined;

/** Both may change while the session runs; what was made of them stays as long as they do not. */
function known(list: string, picked: string): KnownModels | undefined {
  const text = `${list}\n${picked}`;
  if (read?.text !== text) read = { text, known: readKnownModels(list, picked) };
  return read.known;
}

export function register(on: On): void {
  // Ids by the names of our commands: of the user's own, none has such a name.
  const names: Record<string, string> = {};
  on('session.start', async ($, e, next) => {
    try {
      const description = 'find a model of your gateway and switch to it';
      await $.command.register({ name: 'm-', description, argumentHint: 'a few letters of its name' });
    } catch {
      // A command of the user's has the name; or this release has another way.
    }
    try {
      const list = known(await $.fs.read(listPath), await $.fs.read(pickedPath).catch(() => ''));
      for (const { name, id, description } of list === undefined ? [] : firstCommands(list)) {
        try {
          await $.command.register({ name, description, argumentHint: '' });
          names[name] = id;
        } catch {
          // A command of the user's has this one.
        }
      }
    } catch {
      // Without them `/m-` finds all the same.
    }
    return next(e);
  });

  showRows(on, names);
  answerCommands(on, names);
  checkSwitches(on);
}

function showRows(on: On, names: Readonly<Record<string, string>>): void {
  on('prompt.autocomplete', async ($, e, next) => {
    if (typeof e.text !== 'string' || !e.text.startsWith('/m-')) return next(e);
    try {
      const list = known(await $.fs.read(listPath), await $.fs.read(pickedPath).catch(() => ''));
      const usage = await $.session.usage();
      const { text } = e;
      // Those of our commands that begin so stand above already.
      const shown = Object.entries(names).flatMap(([name, id]) =>
        `/${name}`.startsWith(text) ? [`/model ${id}`] : [],
      );
      const all = (list && suggestionsFor(text, usage.context?.tokens, list)) ?? [];
      const suggestions = all.filter((row) => !shown.includes(row.text));
      return suggestions.length === 0 ? next(e) : { suggestions };
    } catch {
      return next(e);
    }
  });
}

function answerCommands(on: On, names: Readonly<Record<string, string>>): void {
  on('command.run', async ($, e, next) => {
    if (typeof e.command !== 'string' || !e.command.startsWith('m-')) return next(e);
    let list: KnownModels | undefined;
    let tokens: number | undefined;
    try {
      list = known(await $.fs.read(listPath), await $.fs.read(pickedPath).catch(() => ''));
      tokens = (await $.session.usage()).context?.tokens;
    } catch {
      // Without the size of the thread nothing can be said of it.
    }
    const typed = { command: e.command, words: e.args ?? '', tokens };
    const answer = list && answerTo(typed, { ...list, names: { ...list.names, ...names } });
    if (answer === undefined) return next(e);
    try {
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- no array
      if (answer.id !== undefined) await $.prompt.fill({ text: `/model ${answer.id}`, mode: 'replace' });
    } catch {
      // The line is printed, and can be typed.
    }
    return { text: answer.text, isTextDisplayOnly: true };
  });
}

function checkSwitches(on: On): void {
  on('classic.PreModelSwitch', async ($, e, next) => {
    try {
      const list = known(await $.fs.read(listPath), await $.fs.read(pickedPath).catch(() => ''));
      const id = String(e.to_model).replace(/\[1m\]$/i, '');
      const remedy = list && remedyFor(id, e.context_tokens, list.rows);
      if (remedy !== undefined) return { permissionDecision: 'deny', permissionDecisionReason: remedy };
      const isOurs = list?.rows.some((row) => row.id === id);
      if (isOurs === true) await $.process.run([node, command, 'hook', 'picked', gateway, id]);
    } catch {
      // Nothing is known of the model: the switch is the user's affair.
    }
    return next(e);
  });
}
