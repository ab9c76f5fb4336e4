/** As much of Claude Code's interface for hooks modules (2.1.332) as ours uses. */
export interface Engine {
  readonly command: {
    register(command: { name: string; description: string; argumentHint: string }): Promise<unknown>;
  };
  readonly fs: { read(path: string): Promise<string> };
  readonly prompt: { fill(text: { text: string; mode: 'replace' }): Promise<unknown> };
  readonly process: { run(argv: readonly string[]): Promise<unknown> };
  readonly session: {
    /** `tokens` is not there before the first turn. */
    usage(): Promise<{ readonly context?: { readonly tokens?: number } }>;
  };
}

interface Events {
  'session.start': object;
  'prompt.autocomplete': { readonly text?: string };
  'command.run': { readonly command?: string; readonly args?: string };
  'classic.PreModelSwitch': { readonly to_model?: string; readonly context_tokens?: number };
}

/** Registers a hook; what it returns is the answer, `next(e)` leaves it to others. */
export type On = <Name extends keyof Events>(
  event: Name,
  hook: ($: Engine, e: Events[Name], next: (e: Events[Name]) => unknown) => Promise<unknown>,
) => void;
