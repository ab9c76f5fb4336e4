import type { Model } from '@modelrack/catalog';
import { loadConnections, type Machine } from '@modelrack/setup';
import { windowText } from '@modelrack/text';
import { chosenFrom } from '../connections/saved-connections.ts';
import { lastList } from '../lists/cached-list.ts';
import type { Row, Wanted } from './wanted-at.ts';

/** What a command that calls an endpoint can do with a model; every other takes any. */
const kinds: Readonly<Record<string, Model['kind']>> = {
  chat: 'chat',
  image: 'image',
  video: 'video',
  speech: 'speech',
  transcribe: 'transcription',
  embed: 'embedding',
};

/** Values that only this machine knows. No gateway is asked. */
export async function valuesOf(machine: Machine, wanted: Wanted): Promise<readonly Row[]> {
  // Loaded here: it lies with all that a set-up needs.
  const toolsOf = async () => (await import('../tools/tools.generated.ts')).tools;
  if (wanted.kind === 'tool') return (await toolsOf()).map(({ id, name }) => ({ value: id, description: name }));
  if (wanted.kind === 'variable') return namesOfKeys(machine).map((value) => ({ value, description: '' }));
  if (wanted.kind !== 'connection' && wanted.kind !== 'model') return [];
  const connections = await loadConnections(machine);
  if (wanted.kind === 'connection')
    return connections.map(({ name, apiRoot }) => ({ value: name, description: apiRoot }));
  const connection = chosenFrom(connections, wanted.gateway);
  const models = connection === undefined ? [] : [...(lastList(machine, connection.name)?.models.values() ?? [])];
  const kind = kinds[wanted.command.name()];
  return models.filter((model) => kind === undefined || model.kind === kind).map(rowOf);
}

function rowOf({ id, name, contextWindow }: Model): Row {
  const window = contextWindow === undefined ? '' : windowText(contextWindow);
  return { value: id, description: [name === id ? '' : name, window].filter((part) => part !== '').join(', ') };
}

/** Names only; what is in them is nobody's business. */
function namesOfKeys({ variables }: Machine): readonly string[] {
  return Object.keys(variables).filter((name) => /(?:KEY|TOKEN)$/.test(name));
}
