/** As much of pi's interface for extensions (0.74.2 and 1.6.0) as ours uses. */
export interface Pi {
  registerCommand(name: string, command: Command): void;
  on(event: 'session_start', hook: (event: unknown, context: Context) => void): void;
  /** What was sent and is no command of an extension; no answer leaves it to pi. */
  on(event: 'input', hook: (event: { readonly text: string }, context: Context) => Handled | undefined): void;
  /** Commands of extensions, prompt templates and skills; only once a session has started. */
  getCommands(): readonly { readonly name: string }[];
  exec(program: string, args: readonly string[]): Promise<unknown>;
}
interface Handled {
  readonly action: 'handled';
}

interface Command {
  readonly description: string;
  /** `words`: what stands behind the name so far; what is taken replaces all of it. */
  getArgumentCompletions(words: string): readonly Row[] | null;
  handler(words: string, context: Context): Promise<void>;
}

/** A row of the list under the input. */
export interface Row {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

export interface Context {
  /** Somebody sees what is shown: not in `pi -p`. */
  readonly hasUI: boolean;
  readonly ui: {
    notify(text: string, kind: 'info'): void;
    setEditorText(text: string): void;
    addAutocompleteProvider(wrap: (current: Completion) => Completion): void;
  };
  /** `tokens` is null where pi does not know, as after a compaction. */
  getContextUsage(): { readonly tokens: number | null } | undefined;
}

/** Completes what is typed; `line` and `column` are those of the cursor. */
export interface Completion {
  getSuggestions(
    lines: readonly string[],
    line: number,
    column: number,
    options: object,
  ): Promise<{ readonly items: readonly Row[]; readonly prefix: string } | null>;
  applyCompletion(
    lines: readonly string[],
    line: number,
    column: number,
    row: Row,
    prefix: string,
  ): { readonly lines: readonly string[]; readonly cursorLine: number; readonly cursorCol: number };
  shouldTriggerFileCompletion?(lines: readonly string[], line: number, column: number): boolean;
}
