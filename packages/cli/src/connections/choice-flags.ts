import type { ToolChoice } from '@modelrack/setup';

/** By which a tool is set up again as it was. */
export function choiceFlags({ models = [], exclude = [], default: chosen, mcp }: ToolChoice): readonly string[] {
  return [
    ...models.flatMap((glob) => ['--models', glob]),
    ...exclude.flatMap((glob) => ['--exclude', glob]),
    ...(chosen === undefined ? [] : ['--default', chosen]),
    ...(mcp === true ? ['--mcp'] : []),
  ];
}
