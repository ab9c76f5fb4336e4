import { isOlder, type Change, type PlanInput, type SetRule, type ToolModel } from '@modelrack/tool-kit';
import { newestOf } from './newest-of.ts';

/** The models that Claude Code uses behind its own words, and for work in the background. */
const slots = [
  { name: 'OPUS', alias: 'ultra' },
  { name: 'SONNET', alias: 'plus' },
  { name: 'HAIKU', alias: 'lite' },
] as const;

interface Slot {
  readonly name: string;
  readonly model: ToolModel;
}

/**
 * The tier of the gateway, else its newest model of that name, else the first one. Where nothing but the slots is
 * listed, each has a model of its own as long as there are enough.
 */
function slotModels(models: readonly ToolModel[], mayRepeat: boolean): readonly Slot[] {
  const named = slots.map(({ name, alias }) => ({
    name,
    model: models.find(({ id }) => id === alias) ?? newestOf(models, name.toLowerCase()),
  }));
  const used = new Set(named.map(({ model }) => model?.id));
  return named.flatMap(({ name, model }) => {
    const other = mayRepeat ? undefined : models.find(({ id }) => !used.has(id));
    const chosen = model ?? other ?? models[0];
    if (chosen === undefined) return [];
    used.add(chosen.id);
    return [{ name, model: chosen }];
  });
}

export function slotChanges(input: PlanInput, models: readonly ToolModel[], rule: SetRule): Change[] {
  const main = input.file('main');
  if (models.length === 0) return [];
  const taken = slotModels(models, hasModelPicker(input.version)).map(({ name, model }) => ({
    name: `ANTHROPIC_DEFAULT_${name}_MODEL`,
    model,
  }));
  const changes = taken.map(({ name, model }) => main.set(['env', name], model.id, rule));
  if (hasModelPicker(input.version)) return changes;
  // Without the picker: the slots under our names, and one more row for what is in none of them.
  const inSlots = new Set(taken.map(({ model }) => model.id));
  const more =
    models.find((model) => model.id === input.defaultModel && !inSlots.has(model.id)) ??
    models.find((model) => !inSlots.has(model.id));
  const rows = more === undefined ? taken : [...taken, { name: 'ANTHROPIC_CUSTOM_MODEL_OPTION', model: more }];
  if (more !== undefined) changes.push(main.set(['env', 'ANTHROPIC_CUSTOM_MODEL_OPTION'], more.id, rule));
  return [...changes, ...rows.map(({ name, model }) => main.set(['env', `${name}_NAME`], model.label, rule))];
}

/**
 * 2.1.332 has it, 2.1.197 has not, and which release between them brought it is not known. Where in doubt
 * the older way is written as well: the newer one hides it.
 */
export function hasModelPicker(version: string | undefined): boolean {
  return !isOlder(version, '2.1.332');
}
