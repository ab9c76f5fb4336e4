import { additionalAuthorities } from '@modelrack/http';
import { loadConfig, readReference, surveyGateway, type GatewayConfig, type Survey } from '@modelrack/gateway';
import type { Context } from '../world/context.ts';
import { ownFiles } from './own-files.ts';

/** What the configuration offers at this moment: every connection is asked for its list. */
export async function survey(context: Context, config?: GatewayConfig): Promise<Survey> {
  const machine = await context.machine();
  const files = ownFiles(machine);
  const { variables } = context.world;
  return surveyGateway({
    config: config ?? loadConfig(files.config),
    variables,
    authorities: await additionalAuthorities(variables),
    cacheFolder: files.cache,
    readSecret(reference) {
      const key = readReference(reference, files.keys, variables);
      if (key !== undefined) context.printer.conceal(key);
      return key;
    },
  });
}
