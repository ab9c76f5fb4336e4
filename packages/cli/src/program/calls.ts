import { Option, type Command } from 'commander';
import { milliseconds, positive, temperature } from './arguments.ts';
import { start, withConnection, type Runner } from './command-parts.ts';
import type {
  ChatOptions,
  EmbedOptions,
  ImageOptions,
  McpOptions,
  SpeechOptions,
  TranscribeOptions,
  VideoOptions,
} from '../world/context.ts';

/** The commands that call the gateway's endpoints. */
export const callNames: readonly string[] = ['chat', 'image', 'video', 'speech', 'transcribe', 'embed', 'mcp'];

export function addCalls(program: Command, runner: Runner): void {
  addChat(program, runner);
  addImage(program, runner);
  addVideo(program, runner);
  addAudio(program, runner);
  addEmbed(program, runner);
  addMcp(program, runner);
}

function addChat(program: Command, runner: Runner): void {
  const chat = program
    .command('chat [prompt...]')
    .description('ask a model, and print the answer as it comes; what is piped in is added to the prompt')
    .option('-s, --system <text>', 'give the model these instructions')
    .addOption(new Option('--max-tokens <number>', 'limit the length of the answer').argParser(positive))
    .addOption(new Option('--temperature <number>', 'use a temperature from 0 to 2').argParser(temperature));
  withCall(chat).action((prompt: string[], _: unknown, command: Command) =>
    start<ChatOptions>(runner, command, async (context, options) =>
      (await import('../calls/chat.ts')).chat(context, prompt, options),
    ),
  );
}

function addImage(program: Command, runner: Runner): void {
  const image = program
    .command('image [prompt...]')
    .description('generate images, and show them if the terminal can')
    .addOption(new Option('-n, --count <number>', 'generate this many images').argParser(positive))
    .option('--size <size>', 'generate images of this size, like 1024x1024');
  withCall(image).action((prompt: string[], _: unknown, command: Command) =>
    start<ImageOptions>(runner, command, async (context, options) =>
      (await import('../calls/image.ts')).image(context, prompt, options),
    ),
  );
}

function addVideo(program: Command, runner: Runner): void {
  const video = program
    .command('video [prompt...]')
    .description('generate a video and save it; run it again to resume')
    .addOption(new Option('--seconds <number>', 'make the video this long').argParser(positive))
    .option('--size <size>', 'make the video this large, like 1280x720')
    .option('--new', 'start another one, even if the same video is in progress')
    .option('--no-wait', 'print the id, and do not wait');
  withTimeout(withCall(video)).action((prompt: string[], _: unknown, command: Command) =>
    start<VideoOptions>(runner, command, async (context, options) =>
      (await import('../calls/video.ts')).video(context, prompt, options),
    ),
  );
  for (const [action, description] of [
    ['status', 'show the progress of a video'],
    ['wait', 'wait until a video is ready'],
    ['download', 'wait for a video, and save it'],
  ] as const) {
    const job = video.command(`${action} <id>`).description(description);
    job.action((id: string, _: unknown, command: Command) =>
      start<VideoOptions>(runner, command, async (context, options) =>
        (await import('../calls/video-jobs.ts')).videoJob(context, { action, id }, options),
      ),
    );
  }
}

function addAudio(program: Command, runner: Runner): void {
  const speech = program
    .command('speech [text...]')
    .description('turn a text into speech, and save it as an audio file')
    .option('--voice <name>', 'use this voice (default: alloy)')
    .addOption(
      new Option('--format <format>', 'save it in this format').choices(['mp3', 'wav', 'opus', 'aac', 'flac', 'pcm']),
    );
  withCall(speech).action((text: string[], _: unknown, command: Command) =>
    start<SpeechOptions>(runner, command, async (context, options) =>
      (await import('../calls/speech.ts')).speech(context, text, options),
    ),
  );
  const transcribe = program
    .command('transcribe <file>')
    .description('print what is said in an audio or video file')
    .option('--language <code>', 'expect this language, like en')
    .option('--prompt <text>', 'expect these names and words');
  withCall(transcribe).action((file: string, _: unknown, command: Command) =>
    start<TranscribeOptions>(runner, command, async (context, options) =>
      (await import('../calls/transcribe.ts')).transcribe(context, file, options),
    ),
  );
}

function addEmbed(program: Command, runner: Runner): void {
  const embed = program
    .command('embed [text...]')
    .description('print the embedding vector of a text as JSON')
    .option('--lines', 'print a vector for each line of the text')
    .addOption(new Option('--dimensions <number>', 'make vectors of this length').argParser(positive));
  withCall(embed).action((text: string[], _: unknown, command: Command) =>
    start<EmbedOptions>(runner, command, async (context, options) =>
      (await import('../calls/embed.ts')).embed(context, text, options),
    ),
  );
}

function addMcp(program: Command, runner: Runner): void {
  const mcp = program
    .command('mcp')
    .description('serve the whole gateway to an MCP client on standard input and output');
  for (const folder of ['config', 'state', 'cache', 'data'])
    mcp.addOption(new Option(`--${folder}-home <folder>`, `where XDG_${folder.toUpperCase()}_HOME points`).hideHelp());
  withConnection(mcp).action((_: unknown, command: Command) =>
    start<McpOptions>(runner, command, async (context, options) =>
      (await import('../calls/mcp.ts')).mcp(context, options),
    ),
  );
}

function withCall(command: Command): Command {
  return withConnection(
    command
      .option('-m, --model <model>', 'use this model (default: the first alias or model of the kind)')
      .option('-o, --output <file>', 'write the result to this file; - is standard output'),
  );
}

function withTimeout(command: Command): Command {
  return command.addOption(
    new Option('--timeout <duration>', 'wait no longer than this: 90s, 20m (default: 15m)').argParser(milliseconds),
  );
}
