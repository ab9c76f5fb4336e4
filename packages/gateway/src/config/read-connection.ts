import { checkLiteral } from '../upstream/addresses.ts';
import { genericPreset, standardPaths } from '../providers/presets.ts';
import type { Operation, Preset } from '../provider.ts';
import { checkNames } from './jsonc-reader.ts';
import type { Place } from './jsonc-reader.ts';
import type { ConnectionSettings, KeyReference, ModelSettings } from './types.ts';

function isOperation(name: string): name is Operation {
  return Object.hasOwn(standardPaths, name);
}

function readKey(place: Place): KeyReference {
  const text = place.text('key');
  const [, kind, name] = /^\{(env|secret):([\w.-]{1,100})\}$/u.exec(text) ?? [];
  if (name === undefined) {
    throw place.fail('A key is named here, not written', 'Write "{env:NAME}" or "{secret:name}".');
  }
  return kind === 'env' ? { env: name } : { secret: name };
}

/** Throws RackError where requests to it would be refused anyway, or where it would show a secret. */
function readBaseUrl(place: Place): string {
  const text = place.text('base_url');
  if (!URL.canParse(text)) throw place.fail('base_url is not a URL');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw place.fail('base_url must begin with http:// or https://');
  if (url.username !== '' || url.password !== '') throw place.fail('base_url must not contain a user name or password');
  if (url.search !== '' || url.hash !== '') throw place.fail('base_url must not contain a query or a fragment');
  try {
    checkLiteral(url.hostname, url.protocol === 'http:' ? 'http' : 'https');
  } catch (error) {
    throw place.fail(`base_url is refused: ${error instanceof Error ? error.message : ''}`.replace('Refused: ', ''));
  }
  return url.href.replace(/\/+$/u, '');
}

function readModels(place: Place | undefined): ReadonlyMap<string, ModelSettings> {
  if (place === undefined) return new Map();
  const entries = [...place.members('models')].map(([id, value]): [string, ModelSettings] => {
    const fields = value.members('A model');
    checkNames(fields, ['context_window']);
    return [id, { contextWindow: fields.get('context_window')?.count('context_window') }];
  });
  return new Map(entries);
}

function readWires(place: Place | undefined): readonly Operation[] | undefined {
  return place?.items('wires').map((item) => {
    const name = item.text('A wire');
    if (isOperation(name)) return name;
    throw item.fail(
      `There is no wire ${JSON.stringify(name.slice(0, 40))}`,
      `Known are ${Object.keys(standardPaths).join(', ')}.`,
    );
  });
}

/** Only these wires. What makes videos without being known for it does so in OpenAI's form. */
function restrict(preset: Preset, wires: readonly Operation[] | undefined): Preset {
  if (wires === undefined) return preset;
  const paths = Object.fromEntries(wires.map((wire) => [wire, preset.paths[wire] ?? standardPaths[wire]]));
  const { videos = 'openai' } = preset;
  return { ...preset, paths, videos, quirks: { ...preset.quirks, videos: `videos-${videos}` } };
}

export function readConnection(name: string, place: Place, presets: ReadonlyMap<string, Preset>): ConnectionSettings {
  if (!/^[a-z0-9][a-z0-9._-]{0,62}$/u.test(name)) {
    throw place.fail('A connection is named by lower-case letters, digits, dots and dashes');
  }
  if (name === 'demo') throw place.fail('The name demo belongs to the demo', 'Choose another one.');
  const fields = place.members('A connection');
  checkNames(fields, ['preset', 'base_url', 'key', 'wires', 'models']);
  const named = fields.get('preset');
  const presetName = named?.text('preset');
  const known = presetName === undefined ? undefined : presets.get(presetName);
  if (named !== undefined && known === undefined) {
    throw named.fail('There is no such preset', `Known are ${[...presets.keys()].join(', ')}.`);
  }
  const wires = readWires(fields.get('wires'));
  const preset = restrict(known ?? genericPreset, wires);
  const stated = fields.get('base_url');
  const baseUrl = stated === undefined ? preset.baseUrl : readBaseUrl(stated);
  if (baseUrl === undefined)
    throw place.fail('The connection has neither a preset nor a base_url', 'Add one of the two.');
  const key = fields.get('key');
  return {
    name,
    preset,
    baseUrl,
    key: key === undefined ? undefined : readKey(key),
    models: readModels(fields.get('models')),
    isProbed: known === undefined && wires === undefined,
  };
}
