export { conformance } from './testing/conformance/conformance.ts';
export { recordCase } from './testing/conformance/record-case.ts';
export { readCase, readCases, readLists } from './testing/conformance/case.ts';
export type { CaseFile, ConformanceCase, ListRow, Picture } from './testing/conformance/case.ts';
export type { ConformanceEngine, EngineOutcome, EngineRequest } from './testing/conformance/engine.ts';
export { fakeFile, fakeInput, fakeModel } from './testing/plan-input.ts';
export type { FakeInput } from './testing/plan-input.ts';
