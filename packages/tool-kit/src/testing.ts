export { fakeFile, fakeInput, fakeModel } from './plan-input.ts';
export type { FakeInput } from './plan-input.ts';
