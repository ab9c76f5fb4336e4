/**
 * Which package may know which: the direction of dependencies, drawn once. A tool may know `tool-kit` only;
 * the command and the tests may know everything. A new package gets its line here first.
 */
const libraries: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  http: ['errors'],
  'config-edit': ['errors'],
  catalog: ['errors', 'http'],
  'tool-kit': ['errors', 'config-edit', 'catalog'],
  setup: ['errors', 'config-edit', 'catalog', 'tool-kit'],
  picker: ['errors', 'catalog'],
  client: ['errors', 'http'],
  mcp: ['errors', 'client'],
  gateway: ['errors', 'http'],
};

/** Libraries from the bottom up: the order in which manifests name them. */
export const bottomUp: readonly string[] = Object.keys(libraries);

export function allowedFor(kind: 'library' | 'tool' | 'cli' | 'test', id: string): readonly string[] | 'all' {
  if (kind === 'cli' || kind === 'test') return 'all';
  const allowed = kind === 'tool' ? ['tool-kit'] : libraries[id];
  if (allowed === undefined) throw new Error(`packages/${id} has no line in test/repository/picture.ts`);
  return allowed.map((name) => `@modelrack/${name}`);
}
