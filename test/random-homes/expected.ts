import { expect } from 'vitest';
import { gateways, textsOf, type Home, type Texts } from './home.ts';
import { holdsAll, isKept, type Kept } from './inside.ts';
import { isSameBut, type Loss } from './loss.ts';

interface Left {
  readonly home: Home;
  readonly users: Texts;
  readonly isFrameLost: boolean;
  readonly lost: Pick<Loss, 'loose' | 'words'>;
  readonly kept: readonly Kept[];
  readonly ownDefaults: readonly Kept[];
}

/** Of what is left of the user's not one byte differs; beside what they wrote among ours, no value. */
export async function expectUsers(life: Left, after: string): Promise<void> {
  const { home, users, isFrameLost, lost } = life;
  const kept = [...life.kept, ...life.ownDefaults];
  await expectKept({ home, kept }, after);
  const specs = new Map([...kept.map(({ file, spec }) => [file, spec] as const), ...namedByUs(life)]);
  const loose = [...lost.loose].filter(([name]) => !specs.has(name));
  const left = [...textsOf(home)].filter(
    ([name, text]) => users.has(name) || !isFrameLost || !/^\s*(\{\}|\[\])?\s*$/.test(text),
  );
  const exact = (texts: Iterable<readonly [string, string]>) =>
    Object.fromEntries([...texts].filter(([name]) => !specs.has(name) && !lost.loose.has(name)));
  expect(exact(left), after).toEqual(exact(users));
  for (const [name, spec] of loose) {
    const now = textsOf(home).get(name);
    const words = lost.words.flatMap(({ file, path }) => (file === name ? [path] : []));
    const isSame = await isSameBut(home.tool, { spec, users: users.get(name), now }, words);
    expect(isSame, `${after}: ${name} as it was before the loss\n${users.get(name)}\nin\n${now}`).toBe(true);
  }
  for (const [name, spec] of specs) {
    const now = textsOf(home).get(name) ?? '';
    const own = { users: users.get(name) ?? '', now, isLoose: lost.loose.has(name) };
    expect(await holdsAll(home.tool, spec, own), `${after}: all of ${name} in\n${now}`).toBe(true);
  }
}

/**
 * A file under our name in which the user has something: with the record it is lost whether it was there before us, and
 * then it keeps what the tool cannot do without.
 */
function namedByUs({ home, users, isFrameLost }: Left): (readonly [name: string, spec: string])[] {
  const specs = home.tool.files.filter(({ places }) => JSON.stringify(places).includes('{connection}'));
  return [...users.keys()].flatMap((name) => {
    const spec = specs.find(() => gateways.some((gateway) => name.includes(`/${gateway}.`)));
    return isFrameLost && spec !== undefined ? [[name, spec.id] as const] : [];
  });
}

export async function expectKept({ home, kept }: Pick<Left, 'home' | 'kept'>, after: string): Promise<void> {
  const texts = textsOf(home);
  for (const one of kept) {
    const what = `${after}: ${JSON.stringify(one)} in\n${texts.get(one.file) ?? ''}`;
    expect(await isKept(home.tool, texts, one), what).toBe(true);
  }
}

/** Without their order; `isOurs`: nor comments and spelling, which go with a value that only our record knew. */
export function partsOf(texts: Texts, isOurs: boolean): Record<string, string[]> {
  const bare = (part: string) => (isOurs ? part.replace(/\s*(\/\/|#).*$/, '').replace(/\s*[:=]\s*/, ':') : part);
  const parts = (text: string) => text.split(/[\r\n,{}]/).map((part) => bare(part.trim()));
  return Object.fromEntries([...texts].map(([name, text]) => [name, parts(text).filter(Boolean).toSorted()]));
}
