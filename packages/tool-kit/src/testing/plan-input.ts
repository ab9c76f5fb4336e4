import { isRecord } from '@modelrack/json';
import { bareModel } from '../bare-model.ts';
import { fileWords } from '../file-words.ts';
import type { Gateway, Json, PlanInput, ToolFile, ToolModel } from '../index.ts';

/** A file of a tool that holds `content`, for tests of one plan alone; undefined: there is none. */
export function fakeFile(id: string, content: Json | undefined, path = `/home/jo/${id}`): ToolFile {
  return {
    path,
    exists: content !== undefined,
    isEmpty: content === undefined || (isRecord(content) && Object.keys(content).length === 0),
    root: undefined,
    get: (steps) =>
      steps.reduce<Json | undefined>((at, step) => (isRecord(at) ? at[String(step)] : undefined), content),
    ...fileWords(id),
  };
}

/** A model with an id and what a test cares about. */
export function fakeModel(id: string, rest: Partial<ToolModel> = {}): ToolModel {
  return { ...bareModel(id, id), ...rest };
}

export type FakeInput = Partial<Omit<PlanInput, 'file' | 'gateway'>> & {
  readonly gateway?: Partial<Gateway>;
  readonly files?: readonly ToolFile[];
};

/** All that a plan asks for; what a test leaves out is plain. Files that are not named do not exist. */
export function fakeInput({ gateway, files = [], ...rest }: FakeInput = {}): PlanInput {
  return {
    gateway: {
      id: 'modelrack',
      label: 'My Gateway',
      url: 'https://gw.example.test/v1',
      key: { form: 'env', name: 'MODELRACK_API_KEY' },
      keyVariable: 'MODELRACK_API_KEY',
      ...gateway,
    },
    models: [fakeModel('lite', { label: 'Lite' }), fakeModel('plus')],
    defaultModel: undefined,
    version: undefined,
    facts: {},
    platform: 'linux',
    companion: undefined,
    ...rest,
    file: (id) => files.find((file) => file.set([], '').file === id) ?? fakeFile(id, undefined),
  };
}
