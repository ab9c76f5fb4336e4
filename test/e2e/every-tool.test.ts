import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCases } from '@modelrack/tool-kit/testing';
import { describe, expect, it } from 'vitest';
import { fixturesOf } from '../repository/fixtures-of.ts';
import { supportedTools } from '../repository/supported-tools.ts';
import { keyVariable, makeRack, openGateway, type Rack, type RunDocument } from './rack.ts';

const rows = Array.from({ length: 40 }, (_, index) => ({
  id: `acme/model-${index}${index % 3 === 0 ? ':free' : ''}`,
  context_window: 100_000 + index,
  max_output_tokens: 8000,
}));

/** The files that every tool has in its messiest plain case, all in one home. */
async function messyHome(rack: Rack): Promise<{ tools: string[]; files: Map<string, string> }> {
  const files = new Map<string, string>();
  const tools: string[] = [];
  for (const tool of await supportedTools()) {
    if (tool.onlyNamed === true) continue;
    const cases = readCases(fixturesOf(tool.id)).filter(
      ({ refused, steps }) => refused === undefined && steps === undefined,
    );
    const one = cases.find(({ name }) => name === 'commented') ?? cases.find(({ name }) => name === 'plain');
    if (one === undefined) throw new Error(`${tool.id} has no plain case`);
    tools.push(tool.id);
    for (const [path, bytes] of one.before) files.set(path, Buffer.from(bytes).toString('latin1'));
    cpSync(join(fixturesOf(tool.id), one.name, 'before'), rack.home, { recursive: true });
  }
  return { tools, files };
}

function now(rack: Rack, files: ReadonlyMap<string, string>): Map<string, string> {
  const read = (path: string) => (existsSync(rack.path(path)) ? readFileSync(rack.path(path), 'latin1') : '');
  return new Map([...files.keys()].map((path) => [path, read(path)]));
}

describe('one bare setup', () => {
  it('writes every tool of a messy home with one look at the list, and remove gives all of it back', async () => {
    const rack = makeRack();
    const { tools, files } = await messyHome(rack);
    const gateway = await openGateway({ models: rows });
    const flags = ['--base-url', gateway.baseUrl, '--api-key-env', keyVariable, '--take-over', '--yes'];
    const { code, document, stderr } = await rack.json<RunDocument>(['setup', ...flags]);
    expect(
      document.tools.filter(({ status }) => status !== 'written'),
      stderr,
    ).toEqual([]);
    expect(code).toBe(0);
    expect(document.tools.map(({ tool }) => tool).toSorted()).toEqual(tools.toSorted());
    expect(gateway.requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/models'))).toHaveLength(1);

    const again = await rack.json<RunDocument>(['setup', ...flags]);
    expect(again.document.tools.filter(({ status }) => status !== 'unchanged')).toEqual([]);
    const removed = await rack.json<RunDocument>(['remove', '--yes']);
    expect(removed.code).toBe(0);
    expect(now(rack, files)).toEqual(files);
  });
});
