import type { Preset } from '../provider.ts';
import { checkNames, readJsonc } from './jsonc-reader.ts';
import type { Place } from './jsonc-reader.ts';
import { readAliases } from './read-aliases.ts';
import { readConnection } from './read-connection.ts';
import type { GatewayConfig } from './types.ts';

const usualPort = 8420;

/** A gateway that nobody configured. */
export const emptyConfig: GatewayConfig = {
  listen: { host: '127.0.0.1', port: usualPort },
  connections: new Map(),
  aliases: new Map(),
  hide: [],
  allowOrigins: [],
};

function readListen(place: Place | undefined): GatewayConfig['listen'] {
  if (place === undefined) return emptyConfig.listen;
  const fields = place.members('listen');
  checkNames(fields, ['host', 'port']);
  const port = fields.get('port')?.count('port') ?? usualPort;
  if (port > 65_535) throw (fields.get('port') ?? place).fail('port must be at most 65535');
  return { host: fields.get('host')?.text('host') ?? '127.0.0.1', port };
}

function readTexts(place: Place | undefined, what: string): readonly string[] {
  return place?.items(what).map((item) => item.text(`An entry of ${what}`)) ?? [];
}

function readOrigins(place: Place | undefined): readonly string[] {
  return (
    place?.items('allow_origins').map((item) => {
      const text = item.text('An origin');
      if (URL.canParse(text) && new URL(text).origin === text) return text;
      throw item.fail('An origin is a scheme, a host and perhaps a port', 'As in "https://chat.example.com".');
    }) ?? []
  );
}

/**
 * Reads `gateway.jsonc`. Pure. Throws RackError `file-invalid` with line and column: what is not understood
 * would be a setting that does nothing.
 */
export function readConfig(text: string, path: string, presets: ReadonlyMap<string, Preset>): GatewayConfig {
  const fields = readJsonc(text, path).members('The configuration');
  checkNames(fields, ['listen', 'connections', 'aliases', 'hide', 'allow_origins']);
  const stated = [...(fields.get('connections')?.members('connections') ?? [])];
  const connections = new Map(stated.map(([name, place]) => [name, readConnection(name, place, presets)]));
  return {
    listen: readListen(fields.get('listen')),
    connections,
    aliases: readAliases(fields.get('aliases'), new Set([...connections.keys(), 'demo'])),
    hide: readTexts(fields.get('hide'), 'hide'),
    allowOrigins: readOrigins(fields.get('allow_origins')),
  };
}
