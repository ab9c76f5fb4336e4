import type { Change, PlanInput } from '@modelrack/tool-kit';

/** Of the marketplace and of the plugin in it. */
const name = 'modelrack';

/** Switches on the plugin for `/m-`, which stands in a folder of ours: no copy of it is made. */
export function pluginChanges({ companion, file }: PlanInput): Change[] {
  if (companion === undefined) return [];
  const source = { source: 'directory', path: companion.folder };
  const marketplaces = file('marketplaces');
  const standing = marketplaces.get([name]);
  // 2.1.197 runs no hook of a plugin in the first session that hears of it, unless it knows the place already.
  // It notes later when it has looked there: that is no change of the user's.
  const isOurs = marketplaces.get([name, 'installLocation']) === companion.folder;
  const known = { source, installLocation: companion.folder, lastUpdated: '2026-01-01T00:00:00.000Z' };
  return [
    marketplaces.set([name], isOurs && standing !== undefined ? standing : known, 'outdated'),
    file('main').set(['extraKnownMarketplaces', name], { source }, 'outdated'),
    file('main').set(['enabledPlugins', `${name}@${name}`], true),
  ];
}
