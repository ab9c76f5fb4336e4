import { isRecord, type Json, type OwnedEntry, type ToolModel } from '@modelrack/tool-kit';
import { levelFields } from './levels.ts';

/** The rows of the catalogue. Codex insists on every field but the three that may be missing here. */
export function catalogRows(
  models: readonly ToolModel[],
  shared: { readonly via: string; readonly instructions: string; readonly standing: Json | undefined },
): OwnedEntry[] {
  const places = placesOf(shared.standing);
  let next = Math.max(0, ...places.values()) + 1;
  return models.map((model) => {
    const priority = places.get(model.id) ?? next++;
    return { id: model.id, fields: rowFields(model, { ...shared, priority }) };
  });
}

/** Codex shows rows by `priority`: what stands there keeps its place, what is new follows. */
function placesOf(standing: Json | undefined): Map<string, number> {
  const places = new Map<string, number>();
  for (const row of Array.isArray(standing) ? standing : []) {
    if (!isRecord(row)) continue;
    const { slug, priority } = row;
    if (typeof slug === 'string' && typeof priority === 'number') places.set(slug, priority);
  }
  return places;
}

function rowFields(
  model: ToolModel,
  row: { via: string; instructions: string; priority: number },
): Record<string, Json> {
  const { contextWindow } = model;
  const windowText = contextWindow === undefined ? '' : `, ${contextWindow} tokens`;
  return {
    slug: model.id,
    display_name: model.label,
    description: `via ${row.via}${windowText}`,
    ...(contextWindow === undefined ? {} : { context_window: contextWindow }),
    // Without this line Codex takes images for granted.
    ...(model.vision === false ? { input_modalities: ['text'] } : {}),
    ...levelFields(model),
    shell_type: 'default',
    visibility: 'list',
    supported_in_api: true,
    priority: row.priority,
    support_verbosity: false,
    truncation_policy: { mode: 'tokens', limit: 10_000 },
    experimental_supported_tools: [],
    base_instructions: row.instructions,
  };
}

/** Codex resolves a relative path against the folder of config.toml: beside it, the name is enough. */
export function catalogPath(main: string, catalog: string): string {
  const cut = catalog.search(/[^/\\]*$/);
  const isBeside = main.startsWith(catalog.slice(0, cut)) && !/[/\\]/.test(main.slice(cut));
  return isBeside ? catalog.slice(cut) : catalog;
}
