import {
  findNode,
  isJsonMap,
  peekTarget,
  positionOf,
  toJson,
  type Document,
  type Edit,
  type Json,
  type MapNode,
} from '@modelrack/config-edit';
import { readStatedFacts } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import { Buffer, isUtf8 } from 'node:buffer';
import { foldersOf } from '../machine/folders.ts';
import { fromHome, toHome } from '../machine/home-path.ts';
import { stateToNote } from '../machine/kept-state.ts';
import { withLock } from '../machine/lock.ts';
import type { Connection, KeySource, Machine, ToolChoice } from '../machine/types.ts';
import { editConfig, readConfig } from './config-file.ts';

/** A name becomes the name of a file and the id of a block in files of tools. */
const namePattern = /^[a-z]{2,24}$/;

/**
 * All connections of `config.jsonc`, in its order. A file that does not parse is refused, never taken
 * for an empty one.
 */
export async function loadConnections(machine: Machine): Promise<readonly Connection[]> {
  const { bytes } = peekTarget(machine.fs, foldersOf(machine).configFile);
  return bytes === undefined ? [] : (plainConnections(machine, bytes) ?? documentConnections(machine));
}

/** As we write it the file is plain JSON, and no parser with places needs to be loaded. */
function plainConnections(machine: Machine, bytes: Uint8Array): readonly Connection[] | undefined {
  const file = parsed(bytes);
  const connections = isJsonMap(file) ? file['connections'] : undefined;
  if (!isJsonMap(connections)) return undefined;
  const plain = Object.entries(connections).map(([name, value]): Connection | undefined => {
    const apiRoot = isJsonMap(value) ? value['apiRoot'] : undefined;
    if (!isJsonMap(value) || typeof apiRoot !== 'string' || !namePattern.test(name)) return undefined;
    return {
      name,
      apiRoot,
      key: keySource(value['key']),
      tools: toolChoices(machine, value['tools']),
      ...statedIn(value['models']),
    };
  });
  return plain.every((connection) => connection !== undefined) ? plain : undefined;
}

function parsed(bytes: Uint8Array): Json | undefined {
  try {
    // Not by a decoder that throws: making the first one costs a millisecond. What JSON.parse gives is what `Json` says.
    return isUtf8(bytes) ? (JSON.parse(Buffer.from(bytes).toString()) as Json) : undefined;
  } catch {
    return undefined;
  }
}

async function documentConnections(machine: Machine): Promise<readonly Connection[]> {
  const { document } = await readConfig(machine);
  const map = findNode(document.root, ['connections']);
  if (map === undefined) return [];
  if (map.kind !== 'map') throw shapeError(document, map.start, '"connections" must be an object');
  return map.entries.map(({ key, value, at }) => {
    if (value.kind !== 'map') throw shapeError(document, at, `connection "${key}" must be an object`);
    if (!namePattern.test(key)) throw shapeError(document, at, 'a connection is named by 2 to 24 letters, a to z');
    return connectionOf(machine, document, { name: key, node: value });
  });
}

/** Under the same name. */
export async function savedLike(machine: Machine, { name }: Connection): Promise<Connection | undefined> {
  return (await loadConnections(machine)).find((known) => known.name === name);
}

/** Writes what differs; the user's comments and other keys stay, and so do tools that were set up since it was read. */
export function saveConnection(machine: Machine, connection: Connection): Promise<void> {
  return withLock(machine, async () => {
    const saved = await savedLike(machine, connection);
    await writeConnection(machine, { ...connection, tools: { ...connection.tools, ...saved?.tools } });
  });
}

/** As `saveConnection`, for a caller that holds the lock. */
export async function writeConnection(machine: Machine, connection: Connection): Promise<void> {
  const file = await readConfig(machine);
  await editConfig(machine, file, connectionEdits(machine, file.document, connection));
}

export async function forgetConnection(machine: Machine, name: string): Promise<void> {
  await withLock(machine, async () => {
    const file = await readConfig(machine);
    await editConfig(machine, file, [{ op: 'remove', path: ['connections', name] }]);
  });
}

export async function renameConnection(machine: Machine, from: Connection, to: string): Promise<void> {
  await withLock(machine, async () => {
    const file = await readConfig(machine);
    const models = findNode(file.document.root, ['connections', from.name, 'models']);
    const path = ['connections', to, 'models'];
    await editConfig(machine, file, [
      { op: 'remove', path: ['connections', from.name] },
      ...connectionEdits(machine, file.document, { ...from, name: to }),
      ...(models === undefined ? [] : [{ op: 'set' as const, path, value: toJson(models) }]),
    ]);
  });
}

function connectionEdits(machine: Machine, document: Document, connection: Connection): Edit[] {
  const base = ['connections', connection.name] as const;
  const wanted: [readonly string[], Json][] = [
    [[...base, 'apiRoot'], connection.apiRoot],
    [[...base, 'key'], { ...connection.key }],
  ];
  const edits: Edit[] = [];
  const known = findNode(document.root, [...base, 'tools']);
  for (const entry of known?.kind === 'map' ? known.entries : []) {
    if (connection.tools[entry.key] === undefined) {
      edits.push({ op: 'remove', path: [...base, 'tools', entry.key] });
    }
  }
  const state = stateToNote(machine);
  if (state !== undefined) wanted.push([[...base, 'state'], state]);
  else if (findNode(document.root, [...base, 'state']) !== undefined)
    edits.push({ op: 'remove', path: [...base, 'state'] });
  for (const [tool, choice] of Object.entries(connection.tools)) {
    wanted.push([[...base, 'tools', tool], choiceJson(machine, choice)]);
  }
  return [...edits, ...wanted.map(([path, value]): Edit => ({ op: 'set', path, value }))];
}

function choiceJson(machine: Machine, choice: ToolChoice): Json {
  const { models, exclude, default: chosen, files, usual, mcp } = choice;
  return {
    ...(models === undefined ? {} : { models }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(chosen === undefined ? {} : { default: chosen }),
    ...(files === undefined ? {} : { files: files.map((path) => toHome(machine, path)) }),
    ...(usual === undefined ? {} : { usual }),
    ...(mcp === undefined ? {} : { mcp }),
  };
}

function connectionOf(
  machine: Machine,
  document: Document,
  { name, node }: { name: string; node: MapNode },
): Connection {
  const field = (key: string) => {
    const value = findNode(node, [key]);
    return value === undefined ? undefined : toJson(value);
  };
  const apiRoot = field('apiRoot');
  if (typeof apiRoot !== 'string') {
    throw shapeError(document, node.start, `connection "${name}" has no "apiRoot"`);
  }
  const tools = field('tools');
  return {
    name,
    apiRoot,
    key: keySource(field('key')),
    tools: toolChoices(machine, tools),
    ...statedIn(field('models')),
  };
}

function statedIn(value: Json | undefined): Pick<Connection, 'stated'> {
  if (!isJsonMap(value)) return {};
  return { stated: Object.fromEntries(Object.entries(value).map(([id, facts]) => [id, readStatedFacts(facts)])) };
}

function keySource(value: Json | undefined): KeySource {
  const env = isJsonMap(value) ? value['env'] : undefined;
  if (isJsonMap(value) && value['none'] === true) return { none: true };
  return typeof env === 'string' ? { env } : { file: true };
}

function toolChoices(machine: Machine, value: Json | undefined): Record<string, ToolChoice> {
  if (!isJsonMap(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([tool, choice]) => [tool, isJsonMap(choice) ? toolChoice(machine, choice) : {}]),
  );
}

function toolChoice(machine: Machine, value: Readonly<Record<string, Json>>): ToolChoice {
  const models = texts(value['models']);
  const exclude = texts(value['exclude']);
  const files = texts(value['files'])?.map((place) => fromHome(machine, place));
  const chosen = value['default'];
  return {
    ...(models === undefined ? {} : { models }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(typeof chosen === 'string' ? { default: chosen } : {}),
    ...(files === undefined ? {} : { files }),
    ...(value['usual'] === false ? { usual: false as const } : {}),
    ...(value['mcp'] === true ? { mcp: true as const } : {}),
  };
}

function texts(value: Json | undefined): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((item): item is string => typeof item === 'string');
}

function shapeError(document: Document, offset: number, message: string): RackError {
  const position = positionOf(document, offset);
  return new RackError('file-shape', message, {
    path: document.name,
    ...position,
    hint: 'correct the file, or remove the connection from it and run `modelrack setup` again',
  });
}
