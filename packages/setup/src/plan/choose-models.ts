import { matchesGlob, type Catalog, type Model } from '@modelrack/catalog';
import { toolModel, type ToolDefinition, type ToolModel } from '@modelrack/tool-kit';

export interface Choice {
  readonly models?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly default?: string | undefined;
  /** Exactly these, whatever else is said. */
  readonly ids?: readonly string[];
}
export interface ChosenModels {
  readonly models: readonly ToolModel[];
  /** Chosen, but not to be written into this tool, and why. */
  readonly notes: readonly string[];
  readonly leftOut: readonly string[];
}

/** The models for one tool: chosen by globs or by their ids, safe in its file, with unique labels. */
export function chooseModels(
  catalog: Catalog,
  tool: Pick<ToolDefinition, 'id' | 'name' | 'interpolates'>,
  choice: Choice,
): ChosenModels {
  const chosen = [...catalog.models.values()].filter((model) => isChosen(model, choice));
  const unsafe = new Set(chosen.filter((model) => holdsMark(model.id, tool.interpolates)));
  const models = chosen.filter((model) => !unsafe.has(model));
  const labels = uniqueLabels(models, tool.interpolates);
  return {
    models: models.map((model) => toolModel(model, labels.get(model.id) ?? model.id)),
    notes: [...unsafe].map((model) => `${model.id} is left out: ${tool.name} would substitute a part of this id`),
    leftOut: [...unsafe].map(({ id }) => id),
  };
}

function isChosen(model: Model, choice: Choice): boolean {
  if (choice.ids !== undefined) return choice.ids.includes(model.id);
  if (choice.default === model.id) return true;
  const isNamed = choice.models?.some((glob) => glob === model.id) ?? false;
  if (model.kind !== 'chat' && !isNamed) return false;
  if (choice.exclude?.some((glob) => matchesGlob(glob, model.id)) ?? false) return false;
  return choice.models === undefined || choice.models.some((glob) => matchesGlob(glob, model.id));
}

/** A mark `^x` counts only at the beginning of a value. */
function holdsMark(text: string, marks: readonly string[]): boolean {
  return marks.some((mark) => {
    if (mark.length > 1 && mark.startsWith('^')) return text.startsWith(mark.slice(1));
    return text.includes(mark);
  });
}

function uniqueLabels(models: readonly Model[], marks: readonly string[]): Map<string, string> {
  const count = new Map<string, number>();
  const plain = models.map((model) => ({ model, label: withoutMarks(model.name, marks) }));
  for (const { label } of plain) count.set(label, (count.get(label) ?? 0) + 1);
  return new Map(
    plain.map(({ model, label }) => [
      model.id,
      (count.get(label) ?? 0) > 1 ? `${label} (${model.provider ?? model.id})` : label,
    ]),
  );
}

/** Names are for reading: what a tool would substitute is replaced. */
function withoutMarks(name: string, marks: readonly string[]): string {
  let text = name;
  for (const mark of marks) {
    const found = mark.length > 1 && mark.startsWith('^') ? mark.slice(1) : mark;
    text = text.replaceAll(found, found.replaceAll(/[^A-Za-z0-9:]/g, '_'));
  }
  return text;
}
