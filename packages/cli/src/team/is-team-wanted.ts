import type { Context, RunOptions } from '../world/context.ts';

/** Not where flags or a variable say what the file would say. */
export function isTeamWanted(context: Context, names: readonly string[], options: RunOptions): boolean {
  if (options.team === false || names.length > 0) return false;
  const { baseUrl, gateway, toolPackage, configFile, project } = options;
  const isSaid = [baseUrl, gateway, toolPackage, configFile, project].some((value) => value !== undefined);
  return !isSaid && !context.world.variables['MODELRACK_BASE_URL'];
}
