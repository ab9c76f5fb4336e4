import type { Change, Key, PlanInput } from '@modelrack/tool-kit';
import { modelFields } from './model-fields.ts';

/** Where opencode and its forks differ in a file of the same form. */
export interface Branding {
  readonly name: string;
  /** URL for `$schema` in a new file. */
  readonly schema: string;
}

export function planAs(branding: Branding): (input: PlanInput) => readonly Change[] {
  return (input) => [...edits(input, branding), ...notes(input, branding)];
}

function edits(input: PlanInput, { schema }: Branding): readonly Change[] {
  const { gateway, models, defaultModel } = input;
  const main = input.file('main');
  const block = ['provider', gateway.id] as const;
  const changes: Change[] = [];
  // An existing file gets this line from nobody but the tool itself; one that has it may be all ours.
  if (main.isEmpty || main.get(['$schema']) === schema) changes.push(main.set(['$schema'], schema, 'missing'));
  changes.push(
    main.set([...block, 'npm'], '@ai-sdk/openai-compatible', 'identity'),
    main.set([...block, 'name'], gateway.label),
    main.set([...block, 'options', 'baseURL'], gateway.url, 'outdated'),
    main.set([...block, 'options', 'apiKey'], keyText(gateway.key)),
    main.own(
      [...block, 'models'],
      models.map((model) => ({ id: model.id, fields: modelFields(model) })),
    ),
    // A list of the user's that hides every provider it does not name.
    main.member(['enabled_providers'], gateway.id),
  );
  if (defaultModel !== undefined) changes.push(main.set(['model'], `${gateway.id}/${defaultModel}`, 'choice'));
  return changes;
}

function keyText(key: Key): string {
  if (key.form === 'env') return `{env:${key.name}}`;
  // The reference is replaced in the text of the file, before any escape is read: no backslashes.
  if (key.form === 'file') return `{file:${key.path.replaceAll('\\', '/')}}`;
  return key.form === 'literal' ? key.value : '';
}

function notes({ gateway, models, defaultModel, file }: PlanInput, { name }: Branding): Change[] {
  if (models.length === 0) return [];
  const main = file('main');
  const texts: string[] = [];
  const disabled = main.get(['disabled_providers']);
  if (Array.isArray(disabled) && disabled.includes(gateway.id)) {
    texts.push(`disabled_providers contains "${gateway.id}": ${name} hides these models until it is removed there`);
  }
  for (const key of ['model', 'small_model']) {
    const full = main.get([key]);
    if (typeof full !== 'string' || !full.startsWith(`${gateway.id}/`)) continue;
    const isReplaced = key === 'model' && defaultModel !== undefined;
    if (isReplaced || models.some((model) => full === `${gateway.id}/${model.id}`)) continue;
    texts.push(`${key} "${full}" is not in the gateway's list: change it, or name another with --default`);
  }
  return texts.map((text) => ({ kind: 'note', text }));
}
