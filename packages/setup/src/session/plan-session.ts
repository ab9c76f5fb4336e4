import type { Catalog, Wire, WireState } from '@modelrack/catalog';
import { RackError } from '@modelrack/errors';
import type { Session, ToolDefinition } from '@modelrack/tool-kit';
import { keyOfNone, keyVariableFor } from '../connections/key-form.ts';
import { findTool, installedVersion } from '../machine/find-tools.ts';
import type { Connection, FileOutcome, Machine, ToolOutcome } from '../machine/types.ts';
import { planRun } from '../run/run.ts';
import { filesNamedIn, fillText, type SessionValues } from './fill-text.ts';
import { sessionMachine, sessionPaths, sessionTool, type Origins } from './session-tool.ts';

export interface SessionRequest {
  readonly tool: ToolDefinition;
  readonly connection: Connection;
  /** The empty text: the gateway has none. */
  readonly key: string;
  readonly catalog: Catalog;
  readonly models: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
  /** undefined: the first that the tool takes. */
  readonly model: string | undefined;
  /** Where the files of the session are to be; nothing is there yet. */
  readonly folder: string;
  /** Nothing is to be kept. */
  readonly isDry?: boolean;
  wire(wire: Wire): Promise<WireState>;
}

/** How the tool is started. Nothing is written yet, and nothing in it but `variables` holds the key. */
export interface SessionPlan {
  readonly program: string;
  readonly args: readonly string[];
  /** The empty text takes a variable away. */
  readonly variables: Readonly<Record<string, string>>;
  /** Names of those that hold the key. */
  readonly secrets: readonly string[];
  /** To be made, readable by the user alone. */
  readonly files: readonly FileOutcome[];
  readonly model: string;
  readonly notes: readonly string[];
}

/** The variable that holds the key, where the user has none for it. */
const ownVariable = 'MODELRACK_SESSION_KEY';

/** @throws RackError why the tool cannot be run so */
export async function planSession(machine: Machine, request: SessionRequest): Promise<SessionPlan> {
  const { tool } = request;
  const session = sessionOf(tool);
  const { program } = findTool(machine, tool);
  if (program === undefined) throw notHere(tool);
  // Asks the tool what a plan has to know of it, and keeps the answer; a plan alone would ask again and again.
  if (request.isDry !== true) await installedVersion(machine, tool);
  const planned = await planFiles(machine, request, session);
  const values = valuesOf(machine, { ...request, session }, planned);
  const withKey = { ...values, key: request.key || keyOfNone };
  const variables = Object.entries(session.variables ?? {});
  const args = session.args ?? [];
  const named = filesNamedIn([...args, ...variables.map(([, text]) => text)]);
  const filled = variables.map(([name, text]) => [name, fillText(text, withKey)] as const);
  return {
    program,
    args: args.map((text) => fillText(text, values)),
    variables: { ...Object.fromEntries(filled), ...(request.key === '' ? {} : { [values.keyVariable]: request.key }) },
    secrets: [values.keyVariable, ...variables.flatMap(([name, text]) => (text.includes('{key}') ? [name] : []))],
    files: planned.outcome.files.filter(({ path }) => named === 'all' || named.has(idOf(values.path, path))),
    model: planned.model,
    notes: [
      ...planned.outcome.notes.filter((note) => note !== tool.reload),
      ...(session.hides === undefined ? [] : [`for this session it does not see ${session.hides}`]),
    ],
  };
}

function idOf(paths: SessionValues['path'], path: string): string {
  return Object.entries(paths).find(([, one]) => one === path)?.[0] ?? '';
}

function sessionOf({ name, session }: ToolDefinition): Session {
  if (session !== undefined && !('missing' in session)) return session;
  const why = session?.missing ?? 'how to point it to a gateway without its files is not known';
  throw new RackError('not-writable-tool', `${name} cannot be run for one session: ${why}`, {
    hint: 'write the models into its file instead: modelrack setup',
  });
}

function notHere({ id, name, homepage }: ToolDefinition): RackError {
  return new RackError('unknown-tool', `${name} is not installed here, or not on the PATH`, {
    path: homepage,
    hint: `install it first; \`modelrack tools\` says where ${id} is looked for`,
  });
}

interface PlannedFiles {
  readonly outcome: ToolOutcome;
  readonly model: string;
  readonly keyVariable: string;
}

/** Planned as a set-up whose default is the model: twice, where the first that the tool takes is to be found out. */
async function planFiles(machine: Machine, request: SessionRequest, session: Session): Promise<PlannedFiles> {
  const connection = sessionConnection(request);
  const place = { tool: request.tool, session, connection: connection.name, folder: request.folder };
  const virtual = sessionMachine(machine, place);
  let taken: readonly string[] = [];
  // A plan is also tried with a part of the models.
  const tool = sessionTool(place, (ids) => (taken = ids.length > taken.length ? ids : taken));
  const keyVariable = keyVariableFor(request.tool, connection);
  const planWith = async (model: string | undefined): Promise<ToolOutcome> => {
    const { tools } = await planRun(virtual.machine, {
      command: 'setup',
      connection,
      key: request.key,
      // Node is there for sure, and what it prints is in no file.
      keyCommand: [process.execPath, '-p', `process.env.${keyVariable}`],
      catalog: request.catalog,
      tools: [{ tool, isNamed: true, models: request.models, exclude: request.exclude, default: model }],
      takeOver: true,
      project: false,
      configFile: undefined,
      allowShrink: true,
      wire: request.wire,
    });
    return checked(tools[0], virtual.origins);
  };
  const first = request.model === undefined ? await planWith(undefined) : undefined;
  const model = request.model ?? taken[0];
  const outcome = model === undefined ? first : await planWith(model);
  if (outcome === undefined || model === undefined || !taken.includes(model)) throw notTaken(request, outcome);
  return { outcome, model, keyVariable };
}

function sessionConnection({ connection }: SessionRequest): Connection {
  const { key } = connection;
  return { ...connection, key: 'file' in key ? { env: ownVariable } : key, tools: {} };
}

/** A refusal is of the user's own file, of which the session has a copy. */
function checked(outcome: ToolOutcome | undefined, origins: Origins): ToolOutcome {
  if (outcome === undefined) throw new RackError('internal', 'a session was not planned');
  const { error } = outcome;
  if (error === null) return outcome;
  const { code, message, hint, path, line, column } = error;
  throw new RackError(code, message, {
    hint: hint ?? undefined,
    path: path === null ? undefined : (origins.get(path) ?? path),
    line: line ?? undefined,
    column: column ?? undefined,
  });
}

function notTaken({ tool, model }: SessionRequest, outcome: ToolOutcome | undefined): RackError {
  const what = model === undefined ? 'none of these models' : model;
  const why = outcome?.notes.find((note) => note.includes('left out'));
  return new RackError('no-models', `${tool.name} cannot use ${what}${why === undefined ? '' : `: ${why}`}`, {
    hint: 'choose another one with --model; see the ids with: modelrack list',
  });
}

function valuesOf(
  machine: Machine,
  { tool, connection, folder, session }: SessionRequest & { readonly session: Session },
  { outcome, model, keyVariable }: PlannedFiles,
): SessionValues {
  const { origin, pathname } = new URL(connection.apiRoot);
  const path = sessionPaths(machine, { tool, session, connection: connection.name, folder });
  const texts = outcome.files.map(({ path: file, after }) => [idOf(path, file), after ?? ''] as const);
  return {
    folder,
    model,
    gateway: connection.name,
    url: connection.apiRoot,
    origin,
    route: pathname.replaceAll(/^\/|\/$/g, ''),
    keyVariable,
    path,
    text: Object.fromEntries(texts),
  };
}
