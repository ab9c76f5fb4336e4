import { createdAt } from '../../../model-list.ts';
import { toText } from '../../../json.ts';
import type { JsonObject } from '../../../json.ts';
import { refuseField } from '../../../refusal.ts';
import type { Refusal } from '../../../refusal.ts';
import { isRefused, readDemoChoice, readDemoText, replyDemoJson } from '../call.ts';
import type { DemoCall, DemoReply } from '../call.ts';
import { writeNotice } from '../notice.ts';
import { drawPrompt } from './draw-prompt.ts';
import type { Size } from './draw-prompt.ts';
import { encodePng } from './encode-png.ts';

const standard: Size = { width: 1024, height: 1024 };
const mostImages = 10;
const shortest = 16;
const longest = 4096;
const mostPixels = 3840 * 2160;

function readSize(call: DemoCall): Size | Refusal {
  const stated = call.json['size'] ?? 'auto';
  if (stated === 'auto') return standard;
  const [, width = 0, height = 0] = (/^(\d{1,5})x(\d{1,5})$/u.exec(toText(stated) ?? '') ?? []).map(Number);
  const isPossible = Math.min(width, height) >= shortest && Math.max(width, height) <= longest;
  if (isPossible && width * height <= mostPixels) return { width, height };
  const message = `size must be WIDTHxHEIGHT with ${shortest} to ${longest} pixels a side, at most 3840x2160 in all, or auto.`;
  return refuseField('size', message);
}

function readCount(call: DemoCall): number | Refusal {
  const count = call.json['n'] ?? 1;
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= mostImages) return count;
  return refuseField('n', `n must be a whole number from 1 to ${mostImages}.`);
}

/** `/images/generations`: pictures of the exact size that show the prompt as text. */
export async function answerImages(call: DemoCall): Promise<DemoReply | Refusal> {
  const prompt = readDemoText(call, 'prompt');
  if (isRefused(prompt)) return prompt;
  const size = readSize(call);
  if (isRefused(size)) return size;
  const count = readCount(call);
  if (isRefused(count)) return count;
  const form = readDemoChoice(call, 'response_format', ['b64_json', 'url']);
  if (isRefused(form)) return form;
  const format = readDemoChoice(call, 'output_format', ['png']);
  if (isRefused(format)) return format;
  const data: JsonObject[] = [];
  for (let index = 0; index < count; index += 1) {
    const png = await encodePng(drawPrompt(prompt, size, index));
    const text = png.toString('base64');
    data.push(form === 'url' ? { url: `data:image/png;base64,${text}` } : { b64_json: text });
  }
  const facts = { output_format: format, size: `${size.width}x${size.height}`, demo: writeNotice('images') };
  return replyDemoJson({ created: createdAt, data, ...facts });
}
