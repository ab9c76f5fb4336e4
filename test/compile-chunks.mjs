// Leaves beside each chunk that the everyday commands need what V8 makes of it, so that a start need not compile.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const models = readFileSync(join(import.meta.dirname, '../fixtures/model-lists/large-400.json'));
const keeper = join(import.meta.dirname, 'keep-compiled.cjs');
const tools = ['opencode', 'codex', 'claude-code', 'qwen-code'];

/** Runs the commands in a throwaway home; what they compiled on the way is kept. */
export async function compileChunks(dist) {
  const home = mkdtempSync(join(tmpdir(), 'modelrack-build-'));
  const gateway = createServer((request, response) => {
    const isList = request.method === 'GET';
    response.writeHead(isList ? 200 : 400, { 'content-type': 'application/json' });
    response.end(isList ? models : '{"error":{"message":"model is missing"}}');
  });
  await new Promise((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const run = (args, options = []) => start([...options, join(dist, 'modelrack.js'), ...args], home);
  try {
    const url = `http://127.0.0.1:${gateway.address().port}/v1`;
    await run(['setup', ...tools, '--base-url', url, '--yes']);
    // The first that finds nothing to do still works that out.
    await run(['setup', ...tools, '--yes']);
    // Only what is needed where nothing is to be written: the more is kept, the more is loaded.
    await run(['setup', ...tools, '--yes'], ['--require', keeper]);
    await run(['list', '--offline'], ['--require', keeper]);
  } finally {
    gateway.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function start(args, home) {
  const env = { HOME: home, USERPROFILE: home, APPDATA: home, LOCALAPPDATA: home, MODELRACK_API_KEY: 'build-key' };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
    let problems = '';
    child.stderr.on('data', (chunk) => (problems += chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`modelrack ended with ${code}: ${problems}`)),
    );
  });
}
