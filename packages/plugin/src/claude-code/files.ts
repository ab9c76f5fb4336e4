import { isOffered } from '@modelrack/picker';
import type { AskedWithCode } from '../asked.ts';
import { commandFile, searchFile } from '../command-file.ts';
import { entryNames } from '../entry-names.ts';
import { knownModels } from '../known-models.ts';

/** Of the marketplace and of the plugin: the settings name both. */
const name = 'modelrack';
const description = 'Finds a model of your gateway by a few letters: /m- words.';

/** Its folder is that of the marketplace. */
export interface ClaudeCodePlugin extends AskedWithCode {
  /** Of the installed Claude Code, if known. */
  readonly version: string | undefined;
}

/** A marketplace with one plugin, and an entry for each model in the folder of the user's commands. */
export function claudeCodeFiles(asked: ClaudeCodePlugin) {
  const { join, toolFolder } = asked;
  const models = asked.models.filter(({ id }) => isOffered(id));
  const commands = join(toolFolder, 'commands');
  const names = entryNames(
    models.map(({ id }) => id),
    (entry) => asked.isTheirs(join(commands, `${entry}.md`)),
  );
  // Where no module registers `/m-`, a file has to.
  const search = models.length > 0 && !knowsModules(asked.version) ? [['m-.md', searchFile()] as const] : [];
  const byId = new Map(models.map((model) => [model.id, model]));
  const entries = [...names].flatMap(([entry, id]) => {
    const model = byId.get(id);
    return model === undefined ? [] : [[`${entry}.md`, commandFile(model)] as const];
  });
  return {
    own: {
      ...marketplace(),
      ...plugin(asked),
      'models.json': json(knownModels(asked.gateway, models, names)),
    },
    beside: {
      folder: commands,
      files: Object.fromEntries([...search, ...entries]),
    },
    leftovers: [
      join(toolFolder, 'plugins', 'data', `${name}-${name}`),
      join(toolFolder, 'plugins', 'cache', name),
      join(toolFolder, 'plugins', 'known_marketplaces.json'),
    ],
  };
}

function marketplace(): Record<string, string> {
  const plugins = [{ name, source: `./${name}`, description }];
  return { '.claude-plugin/marketplace.json': json({ name, owner: { name }, description, plugins }) };
}

function plugin({ command, folder, gateway, join, module }: ClaudeCodePlugin): Record<string, string> {
  const [node = '', ...args] = command;
  const hook = (...more: readonly string[]) => ({ type: 'command', command: node, args: [...args, 'hook', ...more] });
  const hooks = {
    SessionStart: [
      // It may take its time: nobody waits for it, and nothing of it is shown.
      { matcher: 'startup|resume', hooks: [{ ...hook('session-start', gateway), async: true, timeout: 120 }] },
    ],
    UserPromptSubmit: [{ hooks: [{ ...hook('prompt', join(folder, 'models.json')), timeout: 5 }] }],
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
    [`${name}/hooks/hooks.json`]: json({ ...(module === undefined ? {} : { modules: ['./register.js'] }), hooks }),
    ...(module === undefined
      ? {}
      : { [`${name}/hooks/register.js`]: withListPath(module, join(folder, 'models.json')) }),
  };
}

/** The module finds the list by its absolute path. */
function withListPath(module: string, path: string): string {
  return module.replaceAll(/(["'`])@modelrack-models@\1/g, () => JSON.stringify(path));
}

function readMe(): string {
  return `# ${name}

Finds a model among those of your gateway and writes the line that switches to it. Type \`/m-\`, a space and a few
letters of a model's name: the best matches are listed, and Enter leaves \`/model <id>\` in the input line. No request
is sent for it. The plugin was made by the command \`modelrack setup claude-code\`, which keeps its list up to date at
the start of a session; \`modelrack remove claude-code\` takes it out again.
`;
}

/** 2.1.332 does, 2.1.197 does not; the releases between them were not looked at. */
function knowsModules(version: string | undefined): boolean {
  const numbers = /^(\d+)\.(\d+)\.(\d+)/.exec(version ?? '');
  if (numbers === null) return true;
  const [major = 0, minor = 0, patch = 0] = numbers.slice(1).map(Number);
  return major * 1e8 + minor * 1e4 + patch >= 2 * 1e8 + 1e4 + 332;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
