import type { Catalog } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import { closest } from '../text/closest.ts';
import type { ConnectionOptions } from '../world/context.ts';
import { listLine } from '../lists/list-line.ts';

/** A default that the gateway does not list would leave the tool without a model. @throws RackError `usage` */
export function checkDefault(
  { models, apiRoot }: Catalog,
  options: ConnectionOptions,
  [flag, id]: readonly [flag: string, id: string | undefined],
): void {
  if (id === undefined || models.has(id)) return;
  const near = closest(id, [...models.keys()]);
  throw new RackError('usage', `${flag} ${id}: the gateway lists no such model`, {
    path: apiRoot,
    hint: near === undefined ? listLine(options) : `did you mean ${near}?`,
  });
}
