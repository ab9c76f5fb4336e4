export { conformance } from './conformance/conformance.ts';
export type { Check } from './conformance/conformance.ts';
export type { Suite } from './conformance/scene.ts';
export { readCases, readLists } from './conformance/case.ts';
export type { CaseFile, ConformanceCase, ListRow, Picture, RunStep } from './conformance/case.ts';
export type { ConformanceEngine, EngineOutcome, EngineRequest } from './conformance/engine.ts';
export { fakeFile, fakeInput, fakeModel } from './plan-input.ts';
export type { FakeInput } from './plan-input.ts';
