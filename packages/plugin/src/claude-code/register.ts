// The hooks module of the plugin, bundled into one file. Claude Code reads it before it runs it: `$` may only be
// called, never be given away, and an event that it does not know keeps all of this from loading.
import { answerTo, remedyFor, suggestionsFor } from '../answer.ts';
import { readKnownModels, type KnownModels } from '../known-models.ts';
import type { On } from './hooks-api.ts';

/** Replaced by the path of the list when the plugin is written. */
const listPath = '@modelrack-models@';

let read: { readonly text: string; readonly known: KnownModels | undefined } | undefined;

/** The list may change while the session runs; what was made of it stays as long as it does not. */
function known(text: string): KnownModels | undefined {
  if (read?.text !== text) read = { text, known: readKnownModels(text) };
  return read.known;
}

export function register(on: On): void {
  on('session.start', async ($, e, next) => {
    try {
      await $.command.register({
        name: 'm-',
        description: 'find a model of your gateway and switch to it',
        argumentHint: 'a few letters of its name',
      });
    } catch {
      // A command of the user's has the name; or this release has another way.
    }
    return next(e);
  });

  showRows(on);
  answerCommands(on);
  checkSwitches(on);
}

function showRows(on: On): void {
  on('prompt.autocomplete', async ($, e, next) => {
    if (typeof e.text !== 'string' || !e.text.startsWith('/m-')) return next(e);
    try {
      const list = known(await $.fs.read(listPath));
      const usage = await $.session.usage();
      const suggestions = list && suggestionsFor(e.text, usage.context?.tokens, list);
      if (suggestions === undefined || suggestions.length === 0) return next(e);
      return { suggestions };
    } catch {
      return next(e);
    }
  });
}

function answerCommands(on: On): void {
  on('command.run', async ($, e, next) => {
    if (typeof e.command !== 'string' || !e.command.startsWith('m-')) return next(e);
    let list: KnownModels | undefined;
    let tokens: number | undefined;
    try {
      list = known(await $.fs.read(listPath));
      tokens = (await $.session.usage()).context?.tokens;
    } catch {
      // Without the size of the thread nothing can be said of it.
    }
    const answer = list && answerTo({ command: e.command, words: e.args ?? '', tokens }, list);
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
      const list = known(await $.fs.read(listPath));
      const remedy = list && remedyFor(String(e.to_model).replace(/\[1m\]$/i, ''), e.context_tokens, list.rows);
      if (remedy !== undefined) return { permissionDecision: 'deny', permissionDecisionReason: remedy };
    } catch {
      // Nothing is known of the model: the switch is the user's affair.
    }
    return next(e);
  });
}
