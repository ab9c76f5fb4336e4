import type { Json, ToolModel } from '@modelrack/tool-kit';

/** Writes one row of the catalogue. Codex insists on every field but the three that may be missing here. */
export function catalogFields(shared: { via: string; instructions: string }) {
  return (model: ToolModel, index: number): Record<string, Json> => {
    const { contextWindow } = model;
    const windowText = contextWindow === undefined ? '' : `, ${contextWindow} tokens`;
    return {
      slug: model.id,
      display_name: model.label,
      description: `via ${shared.via}${windowText}`,
      ...(contextWindow === undefined ? {} : { context_window: contextWindow }),
      // Without this line Codex takes images for granted.
      ...(model.vision === false ? { input_modalities: ['text'] } : {}),
      supported_reasoning_levels: [],
      shell_type: 'default',
      visibility: 'list',
      supported_in_api: true,
      priority: index + 1,
      support_verbosity: false,
      truncation_policy: { mode: 'tokens', limit: 10_000 },
      experimental_supported_tools: [],
      base_instructions: shared.instructions,
    };
  };
}

/** Codex resolves a relative path against the folder of config.toml: beside it, the name is enough. */
export function catalogPath(main: string, catalog: string): string {
  const cut = catalog.search(/[^/\\]*$/);
  const isBeside = main.startsWith(catalog.slice(0, cut)) && !/[/\\]/.test(main.slice(cut));
  return isBeside ? catalog.slice(cut) : catalog;
}
