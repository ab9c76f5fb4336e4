import fc from 'fast-check';
import type { Edit, Json, Path, SetEdit, Step } from '../types.ts';

const values: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    true,
    0,
    131072,
    -1.5,
    1e21,
    '',
    'x',
    '// no',
    '/* no',
    'a"b\\',
    '}',
    '模型/甲',
    '# no',
    "it's",
    'two\nlines\u007F',
  ),
  fc.constantFrom<Json>(
    {},
    [],
    ['a', 'b'],
    [1, [2]],
    { name: 'lite', limit: { context: 131072, output: 8192 } },
    { a: { b: { c: [] } } },
  ),
  fc.constant<Json>({
    name: 'a name that is long enough to be spread over lines',
    description: 'and a description that is as long as that',
  }),
);

const keySteps = fc.constantFrom<Step>(
  'p',
  'q',
  'r',
  's',
  'new',
  '__proto__',
  '1',
  '',
  'a"b\\',
  '模型/甲',
  'x.y',
  '012',
);
const itemSteps = fc.constantFrom<Step>({ item: { id: 'lite' } }, { item: { id: 'plus' } }, { item: { id: 'new/1' } });

const paths: fc.Arbitrary<Path> = fc
  .tuple(
    fc.array(keySteps, { minLength: 1, maxLength: 4 }),
    fc.option(itemSteps, { nil: undefined, freq: 3 }),
    fc.option(fc.constantFrom('n', 'limit'), { nil: undefined, freq: 2 }),
  )
  .map(([steps, item, field]) => {
    if (item === undefined) return steps;
    return field === undefined ? [...steps, item] : [...steps, item, field];
  });

function valueFor(path: Path, value: Json): Json {
  const last = path.at(-1);
  if (last === undefined || typeof last === 'string' || typeof last.item === 'string') return value;
  return { ...last.item, n: 1 };
}

const sets: fc.Arbitrary<SetEdit> = fc
  .record({ path: paths, value: values, after: fc.option(fc.oneof(keySteps, itemSteps), { nil: undefined }) })
  .map(({ path, value, after }) => ({
    op: 'set',
    path,
    value: valueFor(path, value),
    ...(after === undefined ? {} : { after }),
  }));

/** None of them inside another, none twice, none that takes for a map what another takes for a list. */
export const setPlans: fc.Arbitrary<SetEdit[]> = fc.array(sets, { minLength: 1, maxLength: 6 }).map(independent);

export const removePlans: fc.Arbitrary<Edit[]> = fc
  .array(paths, { minLength: 1, maxLength: 5 })
  .map((all) => independent(all.map((path) => ({ op: 'remove', path }))));

function independent<T extends Edit>(edits: readonly T[]): T[] {
  const kept: T[] = [];
  for (const edit of edits) {
    if (kept.every((other) => areApart(edit.path, other.path))) kept.push(edit);
  }
  return kept;
}

/** Where the paths part they take what they stand in for the same kind. */
function areApart(one: Path, other: Path): boolean {
  if (startsWith(one, other) || startsWith(other, one)) return false;
  const at = one.findIndex((step, depth) => JSON.stringify(step) !== JSON.stringify(other[depth]));
  return typeof one[at] === typeof other[at];
}

function startsWith(path: Path, start: Path): boolean {
  return start.every((step, depth) => JSON.stringify(step) === JSON.stringify(path[depth]));
}
