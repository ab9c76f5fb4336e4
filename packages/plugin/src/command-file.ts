import { windowText } from '@modelrack/text';
import type { ListedModel } from './known-models.ts';

/** Letters, digits and the few signs of usual ids: no tool, shell or parser gives a text of these a meaning. */
const harmless = /^[\p{L}\p{N}][\p{L}\p{N}._:/+-]*$/u;

/** How our texts begin: some releases tell a hook no more of a command than its text. */
export const openings = { model: 'To switch to this model, type:', search: 'To choose a model, type /model' } as const;

/**
 * An entry for one model. Its text is for releases in which no hook answers, so an id that holds anything a tool
 * could substitute does not stand in it: the hook finds it by the entry's name.
 */
export function commandFile({ id, contextWindow }: ListedModel): string {
  const isShown = harmless.test(id);
  const window = windowText(contextWindow);
  const what = `${isShown ? id : 'a model of the gateway'}${window === undefined ? '' : ` (${window})`}`;
  const line = isShown ? `/model ${id}` : '/model';
  return commandText(what, `${openings.model}\n\n${line}\n`);
}

/** `/m- words`, where no hook registers it. */
export function searchFile(): string {
  const hint = 'a few letters of its name';
  return commandText(`find a model by ${hint}`, `${openings.search}\n`, hint);
}

function commandText(description: string, body: string, hint?: string): string {
  const lines = [
    '---',
    // JSON is YAML.
    `description: ${JSON.stringify(description)}`,
    ...(hint === undefined ? [] : [`argument-hint: ${JSON.stringify(hint)}`]),
    // Without it every request to a model would carry all names and descriptions.
    'disable-model-invocation: true',
    '---',
  ];
  return `${lines.join('\n')}\n${body}`;
}
