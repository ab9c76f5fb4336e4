import { join } from 'node:path';
import { root } from './packages.ts';

/** Where a tool's cases are: beside its source, since a tool is one folder. */
export function fixturesOf(tool: string): string {
  return join(root, 'packages/tools', tool, 'fixtures');
}

/** The gateways' lists that all tools are played with. */
export const listsFile = join(root, 'fixtures/tool-lists.json');
