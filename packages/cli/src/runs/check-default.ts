import type { Catalog } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import { closest } from '../text/closest.ts';

/** A default that the gateway does not list would leave the tool without a model. @throws RackError `usage` */
export function checkDefault({ models, apiRoot }: Catalog, id: string | undefined, flag = '--default'): void {
  if (id === undefined || models.has(id)) return;
  const near = closest(id, [...models.keys()]);
  throw new RackError('usage', `${flag} ${id}: the gateway lists no such model`, {
    path: apiRoot,
    hint: near === undefined ? 'see the ids with: modelrack list' : `did you mean ${near}?`,
  });
}
