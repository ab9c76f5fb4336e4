import { spawnSync } from 'node:child_process';
import { toList, toObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';

const hasTool = (name: string): boolean => spawnSync(name, ['-version']).status === 0;

/** Whether ffmpeg and ffprobe are installed here: a test that needs them is skipped elsewhere. */
export const hasFfmpeg = hasTool('ffprobe') && hasTool('ffmpeg');

function run(name: string, args: readonly string[], input: Buffer): Buffer {
  const { status, stderr, stdout } = spawnSync(name, args, { input, maxBuffer: 1 << 28 });
  if (status !== 0 || stderr.length > 0) throw new Error(`${name}: ${stderr.toString()}`);
  return stdout;
}

/** The first stream of a file, as ffprobe sees it. Any complaint of the decoder is an error. */
export function probeMedia(bytes: Buffer): JsonObject {
  const args = ['-v', 'warning', '-count_frames', '-show_streams', '-show_format', '-of', 'json', '-'];
  const json: Json = JSON.parse(run('ffprobe', args, bytes).toString());
  return { ...toObject(toList(toObject(json)['streams'])[0]), format: toObject(json)['format'] ?? null };
}

/** Raw pixels of all frames. */
export function decodePixels(bytes: Buffer, format: 'rgb24' | 'yuv420p'): Buffer {
  return run('ffmpeg', ['-v', 'warning', '-i', '-', '-f', 'rawvideo', '-pix_fmt', format, '-'], bytes);
}
