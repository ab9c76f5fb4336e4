import {
  createVideoOnce,
  downloadVideo,
  failedJob,
  noteVideo,
  videoStatus,
  waitForVideo,
  type VideoJob,
} from '@modelrack/client';
import { z } from 'zod';
import { placeFor } from '../answers/media-place.ts';
import { defineMcpTool, makes, reads, type Tool, type ToolCall } from '../tool.ts';
import { fileFields, modelField, nameField, nextField, pendingAnswer, stateField } from './fields.ts';

const idField = z.string().min(1).describe('The id that video_create answered with');
const jobFields = {
  status: z.enum(['pending', 'completed', 'failed']),
  id: z.string().optional(),
  progress: z.number().optional().describe('0 to 100'),
  error: z.string().optional(),
  next: nextField,
};

const videoCreate = defineMcpTool({
  name: 'video_create',
  title: 'Create a video',
  description:
    'Start to generate a video, clip or animation from a text prompt; answers with an id at once. Then call video_wait.',
  annotations: makes,
  input: {
    prompt: z.string().min(1),
    model: modelField('video'),
    seconds: z.union([z.string().regex(/^\d{1,4}$/), z.number().int().min(1)]).optional(),
    size: z.string().optional().describe('For example 1280x720'),
    another: z.boolean().optional().describe('Start one more although the same video is under way'),
  },
  output: { ...jobFields, model: z.string().optional(), repeated: z.boolean().optional() },
  async run(call, { prompt, model: asked, seconds, size, another }) {
    const model = await call.modelFor('video', asked);
    const request = { model, prompt, seconds: seconds === undefined ? undefined : String(seconds), size };
    const delivery = await call.order({
      key: JSON.stringify([request, another === true]),
      endsWithCaller: false,
      run: (signal) =>
        createVideoOnce(call.gateway, request, { folder: call.host.videoFolder, isAnother: another, signal }),
    });
    if (!delivery.isDone) return pendingAnswer('video_create');
    const { job, isRepeated } = delivery.result;
    return { value: { ...jobAnswer(job), model, ...(isRepeated ? { repeated: true } : {}) } };
  },
});

const videoStatusTool = defineMcpTool({
  name: 'video_status',
  title: 'Status of a video',
  description: 'Check the status and progress of a video that is being generated.',
  annotations: reads,
  input: { id: idField },
  output: jobFields,
  async run(call, { id }) {
    return { value: await noted(call, await videoStatus(call.gateway, id, { signal: call.signal })) };
  },
});

const videoWait = defineMcpTool({
  name: 'video_wait',
  title: 'Wait for a video',
  description:
    'Wait up to 45 seconds for a video that is being generated; call it again as long as it is pending, then video_download.',
  annotations: reads,
  input: { id: idField },
  output: jobFields,
  async run(call, { id }) {
    const delivery = await call.order({
      key: id,
      endsWithCaller: true,
      run: (signal) => waitForVideo(call.gateway, id, { signal, longest: call.left() }),
    });
    const job = delivery.isDone ? delivery.result : await videoStatus(call.gateway, id, { signal: call.signal });
    return { value: await noted(call, job) };
  },
});

const videoDownload = defineMcpTool({
  name: 'video_download',
  title: 'Download a video',
  description: 'Download a finished video into a file; answers with its path.',
  annotations: { ...makes, idempotentHint: true },
  input: { id: idField, filename: nameField },
  output: { status: stateField, ...fileFields, next: nextField },
  async run(call, { id, filename }) {
    const target = placeFor(call.host.mediaFolder, 'video', filename);
    const delivery = await call.order({
      key: JSON.stringify([id, filename]),
      endsWithCaller: false,
      run: async (signal) => {
        const job = await videoStatus(call.gateway, id, { signal });
        if (job.state === 'failed') throw failedJob(job, call.gateway.apiRoot);
        const file = await downloadVideo(call.gateway, id, { target, signal });
        await noteVideo(call.host.videoFolder, id, { state: 'completed', path: file.path });
        return file;
      },
    });
    return delivery.isDone ? { value: { status: 'done', ...delivery.result } } : pendingAnswer('video_download');
  },
});

export const videos: readonly Tool[] = [videoCreate, videoStatusTool, videoWait, videoDownload];

async function noted(call: ToolCall, job: VideoJob) {
  await noteVideo(call.host.videoFolder, job.id, { state: job.state });
  return jobAnswer(job);
}

const nextSteps = {
  pending: 'Call video_wait with this id',
  completed: 'Call video_download with this id',
  failed: undefined,
} as const;

function jobAnswer({ id, state, progress, problem, status }: VideoJob) {
  const next = nextSteps[state];
  return {
    status: state,
    id,
    ...(progress === undefined ? {} : { progress }),
    ...(state === 'failed' ? { error: problem ?? status } : {}),
    ...(next === undefined ? {} : { next }),
  };
}
