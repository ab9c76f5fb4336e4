import { aliasEntries, listFile } from '@modelrack/plugin';
import { isOlder, type CompanionFiles, type CompanionRequest } from '@modelrack/tool-kit';

/** Of the marketplace and of the plugin: the settings name both. */
const name = 'modelrack';
const description = 'Finds a model of your gateway by a few letters: /m- words.';

/**
 * A marketplace with one plugin. Where no module of ours completes what is typed, entries in the folder of the user's
 * commands do it: those of older releases print the line.
 */
export function pluginFiles(asked: CompanionRequest): CompanionFiles {
  const { join, toolFolder, models } = asked;
  const commands = join(toolFolder, 'commands');
  const isTaken = (file: string) => asked.isTheirs(join(commands, file));
  const { files, names } = aliasEntries(knowsModules(asked) ? [] : models, isTaken);
  return {
    own: { ...marketplace(), ...plugin(asked), 'models.json': listFile(asked.gateway, models, names) },
    beside: { folder: commands, files },
    leftovers: [
      join(toolFolder, 'plugins', 'data', `${name}-${name}`),
      join(toolFolder, 'plugins', 'cache', name),
      join(toolFolder, 'plugins', 'known_marketplaces.json'),
    ],
  };
}

/** 2.1.332 does, 2.1.197 does not; the releases between them were not looked at. */
function knowsModules({ version, script }: CompanionRequest): boolean {
  return script !== undefined && !isOlder(version, '2.1.332');
}

function marketplace(): Record<string, string> {
  const plugins = [{ name, source: `./${name}`, description }];
  return { '.claude-plugin/marketplace.json': json({ name, owner: { name }, description, plugins }) };
}

function plugin({ companion, gateway, join, script, pickedFolder }: CompanionRequest): Record<string, string> {
  const { command, folder } = companion;
  const [node = '', ...args] = command;
  const list = join(folder, 'models.json');
  const hook = (...more: readonly string[]) => ({ type: 'command', command: node, args: [...args, 'hook', ...more] });
  const hooks = {
    SessionStart: [
      // It may take its time: nobody waits for it, and nothing of it is shown.
      { matcher: 'startup|resume', hooks: [{ ...hook('session-start', gateway), async: true, timeout: 120 }] },
    ],
    UserPromptSubmit: [{ hooks: [{ ...hook('prompt', list), timeout: 5 }] }],
  };
  return {
    [`${name}/.claude-plugin/plugin.json`]: json({
      name,
      version: '0.1.0',
      description,
      author: { name },
      license: 'MIT',
    }),
    [`${name}/README.md`]: readMe(),
    [`${name}/hooks/hooks.json`]: json({ ...(script === undefined ? {} : { modules: ['./register.js'] }), hooks }),
    ...(script === undefined
      ? {}
      : {
          [`${name}/hooks/register.js`]: withPlaces(script, {
            list,
            picked: join(pickedFolder, `${gateway}.json`),
            node,
            command: args[0] ?? '',
            gateway,
          }),
        }),
  };
}

/** The module finds what it reads and calls by absolute paths. */
function withPlaces(script: string, places: Readonly<Record<string, string>>): string {
  return script.replaceAll(/(["'`])@modelrack-(\w+)@\1/g, (_, __, place: string) => JSON.stringify(places[place]));
}

function readMe(): string {
  return `# ${name}

Finds a model among those of your gateway and writes the line that switches to it. Type \`/m-\`, a space and a few
letters of a model's name: the best matches are listed, and Enter leaves \`/model <id>\` in the input line. No request
is sent for it. The plugin was made by the command \`modelrack setup claude-code\`, which keeps its list up to date at
the start of a session; \`modelrack remove claude-code\` removes it again.
`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
