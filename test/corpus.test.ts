import assert from 'node:assert/strict';
import { memoryFileSystem, type MemoryFileSystem } from '@modelrack/config-edit/testing';
import type { EngineOutcome, EngineRequest, ListRow } from '@modelrack/tool-kit/testing';
import { describe, expect, test } from 'vitest';
import { axes, oddIds, rowsCounted, rowsNamed } from './corpus/axes.ts';
import { corpusBytes, corpusCases, corpusTools, type CorpusCase } from './corpus/cases.ts';
import { checkEdit, checkValues } from './corpus/properties.ts';
import { silentEngine } from './memory-engine.ts';

const home = '/home/jo';
const usual = rowsNamed(['lite', 'plus', 'anthropic/claude-sonnet-4.5', 'qwen/qwen3-coder:free']);
/** Values that are ours to write, by folder of the corpus. */
const ours: Readonly<Record<string, readonly string[]>> = {
  opencode: ['provider.modelrack', '$schema'],
  // Without a value there is nothing yet; in its place there is our list.
  aichat: ['clients.modelrack'],
  crush: ['providers.modelrack', '$schema'],
  goose: ['GOOSE_PROVIDER', 'GOOSE_MODEL'],
  zed: ['language_models.openai_compatible.modelrack'],
  codex: ['model_providers.modelrack', 'model_provider', 'model_catalog_json', 'model'],
  claude: ['env', 'modelPicker', 'modelSettings', 'apiKeyHelper', 'model'],
  qwen: ['modelProviders.openai', 'security.auth.selectedType', 'hooks.SessionStart'],
};

interface Scene {
  readonly one: CorpusCase;
  readonly fs: MemoryFileSystem;
  readonly file: string;
}

function sceneOf(one: CorpusCase, text: string | Uint8Array): Scene {
  const file = `${home}/${placeOf(one)}`;
  return { one, file, fs: memoryFileSystem({ [file]: { content: text, mode: 0o644 } }) };
}

function placeOf(one: CorpusCase): string {
  return corpusTools[one.tool]!.place(one.file);
}

function run(
  scene: Scene,
  command: EngineRequest['command'],
  more: { list?: readonly ListRow[]; takeOver?: boolean } = {},
) {
  const { tool, needsDefault } = corpusTools[scene.one.tool]!;
  const list = more.list ?? usual;
  const first = needsDefault === true && command === 'setup' ? list[0]?.['id'] : undefined;
  return silentEngine.run({
    tool,
    command,
    isPreview: false,
    fs: scene.fs,
    home,
    cwd: `${home}/project`,
    gateway: { name: 'modelrack', apiRoot: 'https://gw.example.test/v1' },
    key: { from: 'env', value: 'sk-test-key-0123456789abcdef' },
    list,
    flags: {
      takeOver: more.takeOver ?? false,
      project: false,
      ...(typeof first === 'string' ? { default: first } : {}),
    },
  });
}

function textOf({ fs, file }: Scene): string {
  return Buffer.from(fs.read(file)).toString('utf8');
}

/** Everything that a refused run must leave alone. */
function stampOf({ fs, file }: Scene): unknown {
  const { modifiedMs, mode } = fs.stat(file);
  const backups = Object.keys(fs.tree()).filter((path) => path.includes('/backups/'));
  return { bytes: Buffer.from(fs.read(file)).toString('base64'), modifiedMs, mode, backups };
}

function checkSuccess(scene: Scene, before: string, outcome: EngineOutcome): void {
  expect(outcome.error).toBeNull();
  expect(outcome.status).toBe('written');
  const { one, file } = scene;
  const after = textOf(scene);
  checkEdit({ path: file, before, after, ours: ours[one.tool] ?? [] });
  for (const text of [...(one.mustKeep ?? []), ...(one.mustContain ?? [])]) expect(after).toContain(text);
}

/** Written, written once, and taken out again. */
async function checkCycle(scene: Scene, before: string, more: { list?: readonly ListRow[]; takeOver?: boolean } = {}) {
  checkSuccess(scene, before, await run(scene, 'setup', more));
  const stamp = stampOf(scene);
  expect((await run(scene, 'setup', more)).status).toBe('unchanged');
  expect(stampOf(scene)).toEqual(stamp);
  await run(scene, 'undo', more);
  expect(textOf(scene)).toBe(before);
  await run(scene, 'setup', more);
  await run(scene, 'remove', more);
  if (isOursBefore(scene.one) && !holdsOfUser(scene.one)) checkRest(scene, before);
  else expect(textOf(scene)).toBe(before);
}

/** What stood there of ours is gone, what stood there of the user's is not. */
function checkRest(scene: Scene, before: string): void {
  const { one, file } = scene;
  const after = textOf(scene);
  checkValues({ path: file, before, after, ours: ours[one.tool] ?? [] });
  // Zed cannot read a block without it, and drops all others along with that one.
  if (one.tool !== 'zed') expect(after).not.toContain('gw.example.test');
  // A comment on the line of a value of ours goes with that line.
  const kept = (one.mustKeep ?? []).filter((text) => !text.startsWith('#'));
  for (const text of kept) expect(after).toContain(text);
}

/**
 * A block under our name with a model, a name or a field of the user's in it: it is adopted only as far as we add to
 * it, so all that was there before is there again.
 */
function holdsOfUser({ file }: CorpusCase): boolean {
  return /ours-with-user|models-one-per-line|ours-in-dotted-form/.test(file);
}

/** A block of ours stands there already: `remove` takes that out as well. */
function isOursBefore({ file }: CorpusCase): boolean {
  return /ours|one-per-line/.test(file);
}

/** The long version takes every file through every axis; the short one spares the largest. */
const isLong = process.env['MODELRACK_RUNS'] !== undefined;
/** One file of each tool stands for the rest with many models. */
const isFirst = (one: CorpusCase) => one === withOutcome('edit').find(({ tool }) => tool === one.tool);
const withOutcome = (...outcomes: CorpusCase['outcome'][]) =>
  corpusCases.filter((one) => outcomes.includes(one.outcome));

describe.each(withOutcome('edit'))('$file', (one) => {
  const original = Buffer.from(corpusBytes(one)).toString('utf8');
  const isLarge = /five-thousand|many-models/.test(one.file);
  // No indentation of YAML's is made of tabs.
  const ways = Object.entries(axes).filter(([name]) => name !== 'tabs' || !one.file.endsWith('.yaml'));

  test.each(ways.slice(0, isLarge && !isLong ? 2 : undefined))('with %s', async (_, change) => {
    const text = change(original);
    if (text.startsWith('\uFEFF') && isStrict(one))
      await checkRefused(sceneOf(one, text), { ...one, line: 1, column: 1 });
    else await checkCycle(sceneOf(one, text), text);
  });

  test('with ids that must be quoted', async () => {
    await checkCycle(sceneOf(one, original), original, { list: rowsNamed(oddIds) });
  });

  test.each(isLong || isFirst(one) ? [1, 60, 500, 5000] : [1, 60])('with %i models', async (count) => {
    await checkCycle(sceneOf(one, original), original, { list: rowsCounted(count) });
  });

  test('without models', async () => {
    const scene = sceneOf(one, original);
    const stamp = stampOf(scene);
    expect((await run(scene, 'setup', { list: [] })).error?.code).toBe('no-models');
    expect(stampOf(scene)).toEqual(stamp);
  });

  test.each(['absolute', 'relative', 'chain', 'dangling'])('behind a link: %s', async (kind) => {
    const scene = linked(one, original, kind);
    await run(scene, 'setup');
    expect(scene.fs.lstat(scene.file).kind).toBe('link');
    expect(scene.fs.lstat(`${home}/dotfiles/real`).kind).toBe('file');
    if (kind !== 'dangling')
      checkEdit({ path: scene.file, before: original, after: textOf(scene), ours: ours[one.tool] ?? [] });
  });

  test.each([0o600, 0o640, 0o644])('its mode %o stays', async (mode) => {
    const scene = sceneOf(one, original);
    scene.fs.put(scene.file, { content: original, mode });
    await run(scene, 'setup');
    expect(scene.fs.stat(scene.file).mode & 0o777).toBe(mode);
  });

  test('a file that may not be written is refused', async () => {
    const scene = sceneOf(one, original);
    scene.fs.put(scene.file, { content: original, mode: 0o444 });
    const stamp = stampOf(scene);
    expect((await run(scene, 'setup')).error?.code).toBe('file-not-writable');
    expect(stampOf(scene)).toEqual(stamp);
  });
});

function linked(one: CorpusCase, text: string, kind: string): Scene {
  const real = `${home}/dotfiles/real`;
  const file = `${home}/${placeOf(one)}`;
  const up = '../'.repeat(placeOf(one).split('/').length - 1);
  const target = kind === 'relative' ? `${up}dotfiles/real` : real;
  const fs = memoryFileSystem({
    [`${home}/dotfiles`]: { folderMode: 0o755 },
    ...(kind === 'dangling' ? {} : { [real]: text }),
    ...(kind === 'chain' ? { [`${home}/second`]: { link: real } } : {}),
    [file]: { link: kind === 'chain' ? `${home}/second` : target },
  });
  return { one, file, fs };
}

/** The tool reads no byte-order mark. */
function isStrict(one: CorpusCase): boolean {
  const { files } = corpusTools[one.tool]!.tool;
  return (
    files.some(({ id, strict }) => id === 'main' && strict === true) && corpusTools[one.tool]!.needsDefault !== true
  );
}

async function checkRefused(scene: Scene, one: CorpusCase): Promise<void> {
  const stamp = stampOf(scene);
  const { status, error } = await run(scene, 'setup');
  expect(status).toBe('refused');
  expect(['file-invalid', 'file-shape', 'file-not-ours']).toContain(error?.code);
  expect(one.lines ?? [one.line]).toContain(error?.line);
  if (one.column !== undefined) expect(error?.column).toBe(one.column);
  expect(stampOf(scene)).toEqual(stamp);
}

test.each(withOutcome('refuse'))('$file is refused: $why', async (one) => {
  await checkRefused(sceneOf(one, corpusBytes(one)), one);
});

test.each(withOutcome('edit-or-refuse'))('$file: $why', async (one) => {
  const original = Buffer.from(corpusBytes(one)).toString('utf8');
  const scene = sceneOf(one, original);
  const stamp = stampOf(scene);
  const outcome = await run(scene, 'setup');
  if (outcome.status === 'refused') {
    assert(outcome.error?.line !== null, 'the refusal says where');
    expect(stampOf(scene)).toEqual(stamp);
  } else {
    await checkCycle(sceneOf(one, original), original);
  }
});

test.each(withOutcome('ask'))('$file is not diverted unasked: $why', async (one) => {
  const original = Buffer.from(corpusBytes(one)).toString('utf8');
  const scene = sceneOf(one, original);
  const stamp = stampOf(scene);
  const outcome = await run(scene, 'setup');
  expect(outcome.status).toBe('skipped');
  expect(outcome.error?.code).toBe('needs-consent');
  expect(stampOf(scene)).toEqual(stamp);
  await checkCycle(scene, original, { takeOver: true });
});
