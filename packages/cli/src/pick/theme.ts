import type { Colours } from '../text/colours.ts';

/** The prompt would colour whatever it is told; this one keeps to what the user wants. */
export function themeOf(colours: Colours) {
  return {
    prefix: { idle: colours.blue('?'), done: colours.green('✔'), loading: colours.blue('?') },
    spinner: { interval: 80, frames: [colours.blue('?')] },
    style: {
      answer: colours.cyan,
      message: colours.bold,
      error: colours.red,
      help: colours.dim,
      highlight: colours.cyan,
      description: colours.dim,
      searchTerm: colours.cyan,
      disabled: colours.dim,
      keysHelpTip: (keys: readonly (readonly [key: string, action: string])[]) =>
        [...keys, ['esc', 'leave'] as const]
          .map(([key, action]) => `${colours.bold(key)} ${colours.dim(action)}`)
          .join(colours.dim(' • ')),
    },
  };
}
