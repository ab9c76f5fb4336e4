import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const name = 'video-jobs';
const length = 32;

async function readSecret(path: string): Promise<Buffer | undefined> {
  try {
    const secret = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64url');
    return secret.length === length ? secret : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The secret of this installation that signs the ids of video jobs; made with the first call. `folder` is that of the
 * keys. Without a file that can be read, ids of before are lost, and nothing else is.
 */
export async function readJobSecret(folder: string): Promise<Buffer> {
  const path = join(folder, name);
  const known = await readSecret(path);
  if (known !== undefined) return known;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const secret = randomBytes(length);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${secret.toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // Two gateways that start at once must not have a secret each: the first whole file gets the name.
    await link(draft, path);
    return secret;
  } catch (error) {
    const other = await readSecret(path);
    if (other !== undefined) return other;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
