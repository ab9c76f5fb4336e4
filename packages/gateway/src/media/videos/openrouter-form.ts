import type { Json, JsonObject } from '../../json.ts';
import type { AdapterInput, FormFile } from '../../provider.ts';
import { isRefusal, refuseField } from '../../refusal.ts';
import type { Refusal } from '../../refusal.ts';
import { writeJson } from '../write-json.ts';
import { readWish } from './read-wish.ts';
import type { VideoForm, VideoSize } from './types.ts';

/** Its two fields for what others call a size. */
const resolutions: readonly (readonly [resolution: string, lines: number])[] = [
  ['480p', 480],
  ['720p', 720],
  ['1080p', 1080],
  ['4K', 2160],
];
const ratios: readonly (readonly [ratio: string, width: number, height: number])[] = [
  ['16:9', 16, 9],
  ['9:16', 9, 16],
  ['1:1', 1, 1],
  ['4:3', 4, 3],
  ['3:4', 3, 4],
];
const largestReference = 20 * 1024 * 1024;

interface Shape {
  readonly resolution: string;
  readonly aspect_ratio: string;
}

/** Lines count the shorter side; an odd length is made even, as in 854x480. */
const shapes: ReadonlyMap<string, Shape> = new Map(
  ratios.flatMap(([ratio, width, height]) =>
    resolutions.map(([resolution, lines]) => {
      const unit = lines / Math.min(width, height);
      const sides = [width, height].map((side) => Math.ceil((side * unit) / 2) * 2);
      return [sides.join('x'), { resolution, aspect_ratio: ratio }] as const;
    }),
  ),
);

function chooseShape(size: VideoSize | undefined): Shape | Record<string, never> | Refusal {
  if (size === undefined) return {};
  const shape = shapes.get(`${size.width}x${size.height}`);
  const allowed = [...shapes.keys()].join(', ');
  return (
    shape ?? refuseField('size', `This upstream knows no size ${size.width}x${size.height}. Take one of ${allowed}.`)
  );
}

async function readReference(file: FormFile): Promise<Json> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.chunks()) pieces.push(piece);
  const data = Buffer.concat(pieces).toString('base64');
  const url = `data:${file.contentType ?? 'image/png'};base64,${data}`;
  return { type: 'image_url', image_url: { url }, frame_type: 'first_frame' };
}

async function readFrames({ body }: AdapterInput): Promise<JsonObject | Refusal> {
  const file = body.form?.files.find(({ name }) => name === 'input_reference');
  if (file === undefined) return {};
  if (file.size > largestReference) return refuseField('input_reference', 'The picture is larger than 20 MB.');
  return { frame_images: [await readReference(file)] };
}

/** OpenRouter, from its documentation: JSON, `duration` in seconds, resolution and ratio apart, the picture as a data URL. */
export const openrouterForm: VideoForm = {
  create: async (input) => {
    const wish = readWish(input);
    if (isRefusal(wish)) return wish;
    const { extra, model, prompt, seconds, size } = wish;
    const shape = chooseShape(size);
    if (isRefusal(shape)) return shape;
    const frames = await readFrames(input);
    if (isRefusal(frames)) return frames;
    if (seconds !== undefined && !Number.isInteger(seconds)) {
      return refuseField('seconds', 'This upstream takes whole seconds. Which ones depends on the model.');
    }
    const duration = seconds === undefined ? {} : { duration: seconds };
    return { path: '/videos', body: writeJson({ ...extra, model, prompt, ...duration, ...shape, ...frames }) };
  },
  statusPath: (id) => `/videos/${id}`,
  contentPath: (id) => `/videos/${id}/content?index=0`,
};
