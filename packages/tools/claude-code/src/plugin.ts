import type { Change, FileSpec, Path, PlanInput, ToolFile } from '@modelrack/tool-kit';
import { hasModelPicker } from './slots.ts';

/** Of the marketplace and of the plugin in it. */
const name = 'modelrack';
const plugin = `${name}@${name}`;

/** What Claude Code keeps of plugins: rows about ours go with it. */
export const pluginFiles: readonly FileSpec[] = ['known_marketplaces', 'installed_plugins'].map((id) => ({
  id,
  format: 'json',
  places: [{ env: 'CLAUDE_CONFIG_DIR', path: `plugins/${id}.json` }, { home: `.claude/plugins/${id}.json` }],
  onlyUsual: true,
}));

/** Switches on the plugin for `/m-`, which stands in a folder of ours: no copy of it is made. */
export function pluginChanges({ companion, version, file }: PlanInput): Change[] {
  if (companion === undefined) return [];
  const source = { source: 'directory', path: companion.folder };
  const main = file('main');
  const known = { source, installLocation: companion.folder, lastUpdated: '2026-01-01T00:00:00.000Z' };
  const marketplaces = file('known_marketplaces');
  const isKnown = marketplaces.get([name, 'installLocation']) === companion.folder;
  return [
    // An older release runs no hook in the first session that hears of a plugin, unless it knows the place already.
    // A newer one needs no help, and with it would note an installation that there is not.
    ...(isKnown || hasModelPicker(version) ? [] : [marketplaces.set([name], known, 'outdated')]),
    ...(isKnown ? standing(marketplaces, [name]) : []),
    ...standing(file('installed_plugins'), ['plugins', plugin]),
    main.set(['extraKnownMarketplaces', name], { source }, 'outdated'),
    main.set(['enabledPlugins', plugin], true),
  ];
}

/** What the tool itself has noted of us, with times of its own: it is ours as it is, and `remove` takes it out. */
function standing(file: ToolFile, path: Path): Change[] {
  return file.get(path) === undefined ? [] : [file.claim(path)];
}
