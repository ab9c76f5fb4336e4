import {
  downloadVideo,
  failedJob,
  noteVideo,
  stillRunning,
  videoStatus,
  waitForVideo,
  type Gateway,
  type SavedFile,
  type VideoJob,
} from '@modelrack/client';
import { RackError } from '@modelrack/errors';
import { foldersOf } from '@modelrack/setup';
import { withProgress } from '../terminal/progress.ts';
import { bar } from '../text/bar.ts';
import type { Context, VideoOptions } from '../world/context.ts';
import { calledGateway } from './called-gateway.ts';
import { withPlace } from './place.ts';
import { untilInterrupt } from './until-interrupt.ts';

/** `video status ID`, `video wait ID`, `video download ID`. */
export async function videoJob(
  context: Context,
  { action, id }: { readonly action: 'status' | 'wait' | 'download'; readonly id: string },
  options: VideoOptions,
): Promise<number> {
  const { gateway } = await calledGateway(context, options);
  const job = await videoStatus(gateway, id);
  if (action === 'download') return fetchVideo(context, { gateway, job, options, command: 'video download' });
  const end =
    action === 'wait' && job.state === 'pending' ? await waitWithBar(context, { gateway, job, options }) : job;
  await note(context, end);
  context.printer.document({
    schema: 1,
    command: `video ${action}`,
    id,
    status: end.state,
    gatewayStatus: end.status,
    progress: end.progress ?? null,
    problem: end.problem ?? null,
  });
  context.printer.result(`${end.state}${end.progress === undefined ? '' : ` ${end.progress} %`}\n`);
  if (end.problem !== undefined) context.printer.note(end.problem);
  if (end.state === 'failed' && action === 'wait') throw failedJob(end, gateway.apiRoot);
  return 0;
}

export function resumeLine(id: string): string {
  return `Get it with: modelrack video download ${id}`;
}

interface Fetched {
  readonly gateway: Gateway;
  readonly job: VideoJob;
  readonly options: VideoOptions;
  readonly command: string;
  readonly model?: string;
}

/** Waits as long as it takes, and saves the video. */
export async function fetchVideo(context: Context, asked: Fetched): Promise<number> {
  const { gateway, options, command, model } = asked;
  const { id } = asked.job;
  const job = asked.job.state === 'pending' ? await waitWithBar(context, asked) : asked.job;
  await note(context, job);
  if (job.state === 'failed') throw failedJob(job, gateway.apiRoot);
  const { files } = await untilInterrupt(
    context,
    () => new RackError('interrupted', 'Interrupted; nothing was saved', { hint: resumeLine(id) }),
    (signal) =>
      withPlace(context, { kind: 'video', output: options.output }, async (target) => {
        const file = await withProgress(context, `Downloading ${id}`, (say) =>
          downloadVideo(gateway, id, {
            target,
            signal,
            onProgress: (...sizes) => say(`Downloading ${megabytes(...sizes)}`),
          }),
        );
        return { files: [file] };
      }),
  );
  await note(context, job, files[0]);
  if (options.output === '-') return 0;
  context.printer.document({ schema: 1, command, id, status: job.state, model: model ?? null, ...files[0] });
  for (const { path } of files) context.printer.result(`${path}\n`);
  return 0;
}

async function waitWithBar(
  context: Context,
  { gateway, job, options }: Pick<Fetched, 'gateway' | 'job' | 'options'>,
): Promise<VideoJob> {
  const started = performance.now();
  const { id } = job;
  const end = await untilInterrupt(
    context,
    () => new RackError('interrupted', `Interrupted; the gateway continues with video ${id}`, { hint: resumeLine(id) }),
    (signal) =>
      withProgress(context, `Waiting for ${id}`, (say) =>
        waitForVideo(gateway, id, {
          signal,
          longest: options.timeout,
          onPoll: ({ status, progress }) => say(`${bar(progress)}${status}  ${clock(performance.now() - started)}`),
        }),
      ),
  );
  if (end.state === 'pending') throw stillRunning(end, resumeLine(id));
  return end;
}

async function note(context: Context, { id, state }: VideoJob, file?: SavedFile): Promise<void> {
  await noteVideo(foldersOf(await context.machine()).videos, id, { state, path: file?.path });
}

function megabytes(done: number, total: number | undefined): string {
  const shown = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  if (total === undefined || total === 0) return `${shown(done)} MB`;
  return `${bar((100 * done) / total)}${shown(done)} of ${shown(total)} MB`;
}

/** `1:05`. */
function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
