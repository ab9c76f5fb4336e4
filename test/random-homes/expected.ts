import { expect } from 'vitest';
import { textsOf, type Home, type Texts } from './home.ts';
import { holdsAll, isKept, type Kept } from './inside.ts';

interface Left {
  readonly home: Home;
  readonly users: Texts;
  readonly isFrameLost: boolean;
  readonly kept: readonly Kept[];
  readonly ownDefaults: readonly Kept[];
}

/** Of what is left of the user's not one byte differs; beside what they wrote among ours, no value. */
export async function expectUsers(life: Left, after: string): Promise<void> {
  const { home, users, isFrameLost } = life;
  const kept = [...life.kept, ...life.ownDefaults];
  await expectKept({ home, kept }, after);
  const specs = new Map(kept.map(({ file, spec }) => [file, spec]));
  const left = [...textsOf(home)].filter(
    ([name, text]) => users.has(name) || !isFrameLost || !/^\s*(\{\}|\[\])?\s*$/.test(text),
  );
  const exact = (texts: Iterable<readonly [string, string]>) =>
    Object.fromEntries([...texts].filter(([name]) => !specs.has(name)));
  expect(exact(left), after).toEqual(exact(users));
  for (const [name, spec] of specs) {
    const now = textsOf(home).get(name) ?? '';
    const own = { users: users.get(name) ?? '', now };
    expect(await holdsAll(home.tool, spec, own), `${after}: all of ${name} in\n${now}`).toBe(true);
  }
}

export async function expectKept({ home, kept }: Pick<Left, 'home' | 'kept'>, after: string): Promise<void> {
  const texts = textsOf(home);
  for (const one of kept) {
    const what = `${after}: ${JSON.stringify(one)} in\n${texts.get(one.file) ?? ''}`;
    expect(await isKept(home.tool, texts, one), what).toBe(true);
  }
}

/** Without their order. */
export function partsOf(texts: Texts): Record<string, string[]> {
  const parts = (text: string) => text.split(/[\r\n,{}]/).map((part) => part.trim());
  return Object.fromEntries([...texts].map(([name, text]) => [name, parts(text).filter(Boolean).toSorted()]));
}
