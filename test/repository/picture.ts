import type { Crowded, Floors } from './house.ts';

/**
 * Which package may know which: the direction of dependencies, drawn once. A tool may know `tool-kit`, what `/m-` is
 * made of, and a fork the tool that it comes from; the command and the tests may know everything. A new library gets
 * its line here first.
 */
const libraries: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  json: [],
  text: [],
  http: ['errors'],
  'config-edit': ['errors', 'json'],
  catalog: ['errors', 'json', 'text', 'http'],
  picker: ['errors', 'text', 'catalog'],
  plugin: ['json', 'text', 'picker'],
  'tool-kit': ['errors', 'json', 'config-edit', 'catalog', 'plugin'],
  setup: ['errors', 'json', 'text', 'config-edit', 'catalog', 'tool-kit'],
  client: ['errors', 'json', 'text', 'http', 'catalog'],
  mcp: ['errors', 'json', 'text', 'catalog', 'picker', 'client'],
  gateway: ['errors', 'json', 'text', 'http', 'catalog'],
};

/** Forks of a tool: their files have the form of its own, and they share its plan. */
const forks: Readonly<Record<string, readonly string[]>> = { kilo: ['opencode'] };

/** Libraries from the bottom up: the order in which manifests name them. */
export const bottomUp: readonly string[] = Object.keys(libraries);

export function allowedFor(kind: 'library' | 'tool' | 'cli' | 'test', id: string): readonly string[] | 'all' {
  if (kind === 'cli' || kind === 'test') return 'all';
  const allowed = kind === 'tool' ? ['tool-kit', 'plugin', ...(forks[id] ?? [])] : libraries[id];
  if (allowed === undefined) throw new Error(`packages/${id} has no line in test/repository/picture.ts`);
  return allowed.map((name) => `@modelrack/${name}`);
}

/**
 * The folders of a package's `src` from the top floor down: a file imports from its own folder and from lower ones.
 * A file may have a floor of its own; `.` are the files beside the folders that have none.
 */
export const floors: Floors = {
  'packages/catalog/src': [
    'index.ts',
    'ask',
    '.',
    'cache',
    'servers',
    'answers',
    'base-url.ts',
    'rows',
    'model-kinds.ts',
    'json-value.ts',
    'types.ts',
  ],
  'packages/cli/src': [
    '.',
    'completion',
    'program',
    'commands',
    'calls',
    'guide',
    'session',
    'team',
    'schedule',
    'runs',
    'doctor',
    'thread',
    'pick',
    'tools',
    'lists',
    'connections',
    'terminal',
    'world',
    'text',
  ],
  'packages/client/src': ['index.ts', 'testing.ts', 'video', '.', 'files'],
  'packages/config-edit/src': [
    '.',
    'yaml',
    'toml',
    'json',
    'edit',
    'brackets',
    'ledger',
    'files',
    'agrees-with-value.ts',
    'document',
    'nodes.ts',
    'splices.ts',
    'types.ts',
  ],
  'packages/config-edit/src/toml': ['.', 'read', 'toml-nodes.ts', 'syntax.ts'],
  'packages/config-edit/src/yaml': ['.', 'write', 'read', 'yaml-nodes.ts'],
  'packages/gateway/src': [
    'index.ts',
    'start',
    'bridge',
    'server',
    'routes',
    'setup',
    'engine',
    'routing',
    'attempt',
    'catalog',
    'options.ts',
    'config',
    'auth',
    'failure',
    'upstream',
    'providers',
    'media',
    'dialects',
    '.',
    'refusal.ts',
    'types.ts',
    'json.ts',
  ],
  'packages/mcp/src': [
    'index.ts',
    'serve.ts',
    'session.ts',
    'toolbox.ts',
    'tools',
    'tool.ts',
    'service.ts',
    'answers',
    '.',
  ],
  'packages/setup/src': [
    '.',
    'examine',
    'session',
    'run',
    'undo',
    'setup',
    'remove',
    'plugin-files',
    'equip',
    'plan',
    'ownership',
    'open-file',
    'ledger',
    'connections',
    'secrets',
    'machine',
  ],
  'packages/tool-kit/src': ['index.ts', 'testing.ts', 'testing', '.', 'release', 'contract'],
};

/** Folders with more files than a reader takes in at a glance, and how many. This list only gets shorter. */
export const crowded: Crowded = {
  // One file for each tool, as in packages/tools.
  'test/tools/drivers': 40,
};

/** What runs of ours on a user's machine starts in one of these. */
export const commandEntries: readonly string[] = [
  'packages/cli/src/modelrack.ts',
  'packages/tools/claude-code/src/register.esm.ts',
  'packages/tools/pi/src/register.cjs.ts',
];

/**
 * How many lines the command may have besides the tools, which are a folder each, and for what: a feature that needs
 * more gets an entry in the same change.
 */
export const grantedLines: Readonly<Record<string, number>> = {
  'doctor, layer by layer: what is wrong, what shows it, what to do, and the real tools': 2330,
  'calls of every endpoint, from the shell and over MCP': 3_402,
  'the first answer of the MCP server, before its SDK is loaded': 120,
  'what is read once for all tools, and a clock that needs no module': 22,
  'refreshes on a schedule (systemd, launchd, the Task Scheduler, cron) and by our MCP server; what they brought': 890,
  'what the shell completes, examples under every help, whose help is asked for, and commands that are unknown': 549,
  'models into tools, the picker, the demo gateway': 23_443,
  'tool packages in a thread of their own, gateways without a key, addresses that are not obeyed': 620,
  'Nodes compared by number, what stays and what moved on told in every tool': 133,
  'a tool on the gateway for one session, a file for a team': 1_400,
  'what gateways state of a model, into tools': 2800,
  'the local gateway: upstreams, bridges, media, its own commands': 10_831,
  'the guided set-up: gateways in sight, steps with a way back, one page before the question': 1800,
  'models that the user picked in a tool, also where another gateway covers them, and what becomes of them': 322,
  'keys that are told from plain words when they are forgotten, and tools whose record is lost': 283,
  'what only we write, whose record is lost, and all that stays, by name': 230,
  "keys in tools that are not the connection's, named by doctor, remove and forget": 135,
  'one file taken out of several: that of a project, or one that is named': 34,
  'what stands where a variable led once, and leads no more': 121,
  'what one gateway wrote beneath another, known again without a record, and picks beneath which a write is undone': 177,
  'hooks by which tools refresh at their own start': 110,
  'gateways that lead back to themselves, slow providers, authorities of a company': 120,
  'writes that a full disk ends half-way, and picks that stood there before us': 12,
  'bodies read in the pieces in which they came, answers without a stream of the library for each': 261,
  'requests without a signal of the platform and without hidden classes of their own': 162,
  'keys that are good as they are issued, answers that can be none or come in one piece, a stop that lets answers end': 220,
  'files of tools that are brought back from elsewhere, and what killed runs have begun to write': 145,
  'files that were named in the home folder that this one was copied from': 37,
  'our MCP server, which goes by itself and without a record, and what lies beneath a pick when a write is undone': 119,
  'blocks of ours that the user took out, as a whole': 60,
  'plans of tool packages, looked at before they are followed, what their manifests name, and removals without them': 131,
  'files that are named from the home folder, wherever that is': 27,
};

/** Of the source files of all packages, tests left out. */
export const mostMedianLines = 70;
