import type { Gateway } from '@modelrack/client';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { serveGateway, stubKey, type StubGateway } from './serve-gateway.ts';

export interface Scene {
  readonly server: StubGateway;
  readonly gateway: Gateway;
  /** How long was waited, in milliseconds. */
  readonly pauses: readonly number[];
}

/** A gateway for one test, and a client of it that never really waits. */
export async function sceneForTest(): Promise<Scene> {
  const server = await serveGateway();
  onTestFinished(() => server.close());
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  return { server, gateway: { apiRoot: server.apiRoot, key: stubKey, variables: {}, pause }, pauses };
}

export function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'modelrack-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
