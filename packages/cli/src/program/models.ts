import { Option, type Command } from 'commander';
import type { CommonOptions, StateOptions, UnstateOptions } from '../world/context.ts';
import { inputList, priceOf, someTokens, wordList } from './arguments.ts';
import { start, withGateway, type Runner } from './command-parts.ts';

/** The commands that correct what a gateway states of its models. */
export function addModels(program: Command, runner: Runner): void {
  const models = program.command('models').description('state what the gateway does not say about its models');
  const set = models
    .command('set <model>')
    .description('state facts about a model; they override what the gateway says')
    .addOption(new Option('--window <number>', 'state the window in tokens, like 131072 or 128k').argParser(someTokens))
    .addOption(new Option('--output <number>', 'state the longest answer in tokens').argParser(someTokens))
    .addOption(new Option('--price <in/out>', 'state dollars per million tokens, like 3/15').argParser(priceOf))
    .addOption(new Option('--efforts <levels>', 'state levels of reasoning, like low,medium,high').argParser(wordList))
    .option('--default-effort <level>', 'state the level that is used unless another is chosen')
    .addOption(
      new Option('--inputs <kinds>', 'state what it reads besides text: image, pdf, audio, video').argParser(inputList),
    );
  for (const [name, does, doesNot] of [
    ['vision', 'reads images', 'cannot read images'],
    ['tools', 'calls tools', 'cannot call tools'],
    ['reasoning', 'reasons', 'does not reason'],
  ]) {
    set.option(`--${name}`, `state that it ${does}`).option(`--no-${name}`, `state that it ${doesNot}`);
  }
  withGateway(set).action((model: string, _: unknown, command: Command) =>
    start<StateOptions>(runner, command, async (context, options) =>
      (await import('../commands/models/state-facts.ts')).setFacts(context, model, options),
    ),
  );
  const unset = models
    .command('unset <model>')
    .description('remove what was stated about a model')
    .addOption(new Option('--only <facts>', 'remove only these facts, like window,vision').argParser(wordList));
  withGateway(unset).action((model: string, _: unknown, command: Command) =>
    start<UnstateOptions>(runner, command, async (context, options) =>
      (await import('../commands/models/state-facts.ts')).unsetFacts(context, model, options),
    ),
  );
  withGateway(models.command('list', { isDefault: true }).description('list what was stated')).action(
    (_: unknown, command: Command) =>
      start<CommonOptions & { gateway?: string }>(runner, command, async (context, options) =>
        (await import('../commands/models/state-facts.ts')).listFacts(context, options),
      ),
  );
}
