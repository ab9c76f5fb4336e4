import { isRackError } from '@modelrack/errors';
import { fetchCatalog, wantsKey } from '@modelrack/catalog';
import { isInGitWorkTree, keyFileOf, type Connection, type Machine } from '@modelrack/setup';
import { keyOf } from '../../connections/saved-connections.ts';
import type { Context } from '../../world/context.ts';
import { attempt, failure, fine, trouble, type Finding } from '../finding.ts';
import { keyLine } from '../fix-lines.ts';

/** Where the key comes from, and whether it is there; the key itself is never shown. */
export async function checkKey(context: Context, connection: Connection): Promise<readonly Finding[]> {
  const machine = await context.machine();
  const about = ['key', connection.name] as const;
  const key = await attempt(() => keyOf(context, connection));
  if (isRackError(key)) {
    if (key.code === 'key-missing' && (await needsNone(context, connection))) {
      return [
        trouble(about, key, {
          evidence: `${connection.apiRoot} answers without a key`,
          fix: `modelrack setup --gateway ${connection.name} --base-url ${connection.apiRoot} --no-key`,
        }),
      ];
    }
    return [trouble(about, key, { fix: fixFor(machine, connection) })];
  }
  const tracked = trackedKey(machine, connection);
  return [tracked ?? fine(about, keyPlace(connection))];
}

export function keyPlace({ key }: Connection): string {
  if ('env' in key) return `in the variable ${key.env}`;
  return 'none' in key ? 'the gateway has none' : 'in its file';
}

function fixFor(machine: Machine, { name, key }: Connection): string {
  if ('env' in key) return keyLine(machine, key.env);
  return `modelrack setup --gateway ${name} --api-key-stdin`;
}

/** Dotfiles in git often are a whole home folder, and with it the folder of keys. */
function trackedKey(machine: Machine, { name, key }: Connection): Finding | undefined {
  if (!('file' in key)) return undefined;
  const path = keyFileOf(machine, name);
  if (!isInGitWorkTree(machine, path)) return undefined;
  return failure(['key', name], 'the stored key is inside a git work tree, and would be committed', {
    code: 'key-in-repository',
    path,
    fix: `modelrack setup --gateway ${name} --api-key-env NAME`,
    hint: 'keep the key in an environment variable, and remove that file from the repository',
  });
}

/** Both its list and its models are open to everybody. */
async function needsNone(context: Context, { apiRoot }: Connection): Promise<boolean> {
  const { variables } = context.world;
  const machine = await context.machine();
  const timeouts = { connect: 3000, total: 5000 };
  const list = await attempt(() =>
    fetchCatalog({ baseUrl: apiRoot, key: undefined, variables, now: () => machine.now(), timeouts }),
  );
  return !isRackError(list) && list.catalog.models.size > 0 && !(await wantsKey({ apiRoot, variables }));
}
