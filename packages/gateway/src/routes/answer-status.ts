import type { Call } from './call.ts';
import { refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { replyJson } from './reply.ts';
import type { Reply } from './reply.ts';

/** The state of the running gateway, for `modelrack gateway status`: no keys, no prompts. */
export function answerStatus({ caller, engine, world }: Call): Reply | Refusal {
  if (caller.scopes.length > 0) return refuse(403, 'scope', 'This key may not see the state of the gateway.');
  const { connections, cooldowns, errors } = engine.report();
  return replyJson({
    connections: connections.map(({ failure, ...rest }) => ({ ...rest, failure: failure ?? null })),
    cooldowns: cooldowns.map(({ kind, target, until }) => ({ target, kind, until: new Date(until).toISOString() })),
    errors: errors.map(({ at, status, ...rest }) => ({
      ...rest,
      status: status ?? null,
      at: new Date(at).toISOString(),
    })),
    aliases: [...world.aliases].map(([name, { chain }]) => ({ name, chain })),
  });
}
