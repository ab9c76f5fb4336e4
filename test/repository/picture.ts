/**
 * Which package may know which: the direction of dependencies, drawn once. A tool may know `tool-kit` only,
 * and a fork the tool that it comes from; the command and the tests may know everything. A new library gets
 * its line here first.
 */
const libraries: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  http: ['errors'],
  'config-edit': ['errors'],
  catalog: ['errors', 'http'],
  'tool-kit': ['errors', 'config-edit', 'catalog'],
  setup: ['errors', 'config-edit', 'catalog', 'tool-kit'],
  picker: ['errors', 'catalog'],
  plugin: ['picker'],
  client: ['errors', 'http'],
  mcp: ['errors', 'client'],
  gateway: ['errors', 'http'],
};

/** Forks of a tool: their files have the form of its own, and they share its plan. */
const forks: Readonly<Record<string, readonly string[]>> = { kilo: ['opencode'] };

/** Libraries from the bottom up: the order in which manifests name them. */
export const bottomUp: readonly string[] = Object.keys(libraries);

export function allowedFor(kind: 'library' | 'tool' | 'cli' | 'test', id: string): readonly string[] | 'all' {
  if (kind === 'cli' || kind === 'test') return 'all';
  const allowed = kind === 'tool' ? ['tool-kit', ...(forks[id] ?? [])] : libraries[id];
  if (allowed === undefined) throw new Error(`packages/${id} has no line in test/repository/picture.ts`);
  return allowed.map((name) => `@modelrack/${name}`);
}

/** The folders of a package from the top floor down: a file imports from its own folder and from lower ones. */
export const floors: Readonly<Record<string, readonly string[]>> = {
  setup: [
    'run',
    'undo',
    'setup',
    'remove',
    'plugin-files',
    'plan',
    'ownership',
    'open-file',
    'ledger',
    'connections',
    'secrets',
    'machine',
  ],
};
