import { withoutV1 } from '@modelrack/catalog';
import { isRackError } from '@modelrack/errors';
import type { Gateway, Key, PlanInput, ToolDefinition, ToolModel } from '@modelrack/tool-kit';
import { keyFor, keyVariableFor } from '../connections/key-form.ts';
import { readKey } from '../connections/keys.ts';
import { isUsual } from '../connections/target.ts';
import { factsOf, installedVersion } from '../machine/find-tools.ts';
import { ownCommand } from '../machine/own-command.ts';
import { toolFile } from '../open-file/tool-file.ts';
import type { Choice } from './choose-models.ts';
import { companionFolder } from './companion-folder.ts';
import type { Opened, PlanScope } from './plan-scope.ts';

function companionOf({ machine, request }: PlanScope, { requested, target }: Opened): PlanInput['companion'] {
  const { tool } = requested;
  if (request.companions === undefined || tool.companion === undefined || !isUsual(target)) return undefined;
  return { folder: companionFolder(machine, tool, request.connection.name), command: ownCommand(machine) };
}

/** No key stands in the way of taking out. */
function keyOf({ machine, request }: PlanScope, tool: ToolDefinition): Key {
  const { command, connection, key, keyCommand } = request;
  try {
    const found = keyFor(machine, tool, { connection, key, keyCommand });
    const isWritten = command === 'setup' || command === 'refresh';
    if (isWritten && found.form === 'literal' && found.value === '' && !('none' in connection.key))
      readKey(machine, connection);
    return found;
  } catch (error) {
    if (command !== 'remove' || !isRackError(error)) throw error;
    return tool.key.includes('literal') ? keyFor(machine, tool, { connection, key: undefined }) : { form: 'manual' };
  }
}

export async function inputFor(
  scope: PlanScope,
  asked: Opened & { models: readonly ToolModel[]; choice: Choice },
): Promise<PlanInput> {
  const { machine, request } = scope;
  const { tool } = asked.requested;
  const { connection } = request;
  // Of a connection that nothing is known of any more, entries are looked for by its name.
  const apiRoot = connection.apiRoot || 'http://unknown.invalid/v1';
  const url = tool.baseUrl === 'without-v1' ? withoutV1(apiRoot) : apiRoot;
  const gateway: Gateway = {
    id: connection.name,
    label: connection.name,
    url: url ?? apiRoot,
    key: keyOf(scope, tool),
    keyVariable: keyVariableFor(tool, connection),
  };
  const files = new Map([...asked.opened.reads, ...asked.opened.files].map((file) => [file.spec.id, file]));
  const isSetup = request.command === 'setup' || request.command === 'refresh';
  return {
    gateway,
    models: asked.models,
    defaultModel: asked.models.find((model) => model.id === asked.choice.default)?.id,
    version: isSetup ? await installedVersion(machine, tool, scope.isDry) : undefined,
    facts: isSetup ? await factsOf(machine, tool, scope.isDry) : {},
    platform: machine.platform,
    companion: companionOf(scope, asked),
    file: (id) => {
      const file = files.get(id);
      if (file !== undefined) return toolFile(id, file.state, file.document.root);
      return toolFile(
        id,
        { path: id, realPath: id, bytes: undefined, mode: undefined, uid: undefined, gid: undefined, links: 0 },
        undefined,
      );
    },
  };
}
