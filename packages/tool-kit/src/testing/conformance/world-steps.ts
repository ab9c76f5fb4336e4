import { loadEditor } from '@modelrack/config-edit';
import type { EngineOutcome, EngineRequest } from './engine.ts';
import { call, home, pictureOf, requestOf, type Scene } from './scene.ts';

export function loseLedger({ fs }: Scene): void {
  for (const path of Object.keys(fs.tree())) {
    if (/\/ledger\/[0-9a-f]{64}\.json$/.test(path)) fs.remove(path);
  }
}

export type Difference = Partial<Pick<EngineRequest, 'list' | 'gateway' | 'key' | 'flags'>>;

export function base(scene: Scene): EngineRequest {
  const { project = false, key = 'env' } = scene.one;
  const request = requestOf(scene, { run: 'setup', key });
  return { ...request, flags: { takeOver: false, project } };
}

export function run(scene: Scene, difference: Difference): Promise<EngineOutcome> {
  return call(scene, { ...base(scene), ...difference });
}

/** What the tool writes for itself beside a model that is picked in it. */
export async function writeBesidePick(scene: Scene): Promise<void> {
  const { besidePick = [], files } = scene.suite.tool;
  for (const { file, path } of besidePick) {
    const spec = files.find(({ id }) => id === file);
    const name = lastName(spec?.places[0] ?? {});
    const found = [...pictureOf(scene)].find(([one]) => one.endsWith(`/${name}`));
    if (spec === undefined || found === undefined) continue;
    const [where, bytes] = [`${home}/${found[0]}`, found[1]];
    const { read, edit } = await loadEditor(spec.format);
    const written = edit(read(bytes, where, spec.format), [{ op: 'set', path, value: 'of the pick' }]);
    scene.fs.put(where, { content: written.bytes, mode: scene.fs.stat(where).mode });
  }
}

/** Without what comes from the connection. */
export function lastName(place: object): string {
  return /[^/}]*$/.exec(Object.values(place).join('/'))?.[0] ?? '';
}
