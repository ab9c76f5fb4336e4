import { createVideoOnce } from '@modelrack/client';
import { RackError } from '@modelrack/errors';
import { foldersOf } from '@modelrack/setup';
import type { Context, VideoOptions } from '../world/context.ts';
import { calledGateway } from './called-gateway.ts';
import { promptFrom } from './prompt.ts';
import { fetchVideo, resumeLine } from './video-jobs.ts';

/** Starts a video, waits for it and saves it; the same command again goes on with the same video. */
export async function video(context: Context, words: readonly string[], options: VideoOptions): Promise<number> {
  const prompt = await promptFrom(context, words);
  const called = await calledGateway(context, options);
  const model = await called.modelFor('video', options.model);
  const folder = foldersOf(await context.machine()).videos;
  const { seconds, size, new: isAnother } = options;
  const { gateway } = called;
  // Not ended by Ctrl-C: an answer that nobody hears costs a video that nobody finds.
  let isInterrupted = false;
  void context.untilInterrupt().then(() => (isInterrupted = true));
  const { job, isRepeated } = await createVideoOnce(
    gateway,
    { model, prompt, seconds: seconds === undefined ? undefined : String(seconds), size },
    { folder, isAnother },
  );
  const { id } = job;
  if (isRepeated)
    context.printer.note(`This video is in progress (${id}): continuing with it. Start another with --new.`);
  else context.printer.note(`Started ${id}`);
  if (isInterrupted) throw interruptedVideo(id);
  if (options.wait !== false) return fetchVideo(context, { gateway, job, options, command: 'video', model });
  context.printer.document({ schema: 1, command: 'video', id, status: job.state, model });
  context.printer.result(`${id}\n`);
  context.printer.note(resumeLine(id));
  return 0;
}

function interruptedVideo(id: string): RackError {
  return new RackError('interrupted', `Interrupted; the gateway continues with video ${id}`, { hint: resumeLine(id) });
}
