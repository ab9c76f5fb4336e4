import type { EngineOutcome, EngineRequest } from './engine.ts';
import { call, requestOf, type Scene } from './scene.ts';

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
