import { Argument, Option, type Parser } from './option.ts';

/** A command as its action sees it when it is called: commander's, or what stands for it. */
export interface Called {
  name(): string;
  readonly parent: Called | null;
  /** Its options, and those of the commands above it. */
  optsWithGlobals<Options extends object>(): Options;
}

/** With the arguments of the call, its options, and the command as Called. */
export type Action = (...call: never[]) => Promise<void>;

/**
 * What a command is, in the words and with the properties of commander, but described only: commander itself is a
 * third of what a short call loads, and is wanted for helps, for errors and for calls that are not plain.
 */
export class Command {
  readonly spec: string;
  readonly isDefault: boolean;
  readonly parent: Command | null;
  readonly commands: Command[] = [];
  readonly options: Option[] = [];
  readonly registeredArguments: Argument[];
  body: Action | undefined;
  private text = '';

  constructor(spec: string, parent: Command | null = null, isDefault = false) {
    this.spec = spec;
    this.parent = parent;
    this.isDefault = isDefault;
    this.registeredArguments = spec
      .split(' ')
      .slice(1)
      .map((word) => new Argument(word));
  }

  name(): string {
    return this.spec.split(' ', 1)[0] ?? '';
  }

  command(spec: string, settings?: { readonly isDefault: boolean }): Command {
    const command = new Command(spec, this, settings?.isDefault);
    this.commands.push(command);
    return command;
  }

  description(): string;
  description(text: string): this;
  description(text?: string): string | this {
    if (text === undefined) return this.text;
    this.text = text;
    return this;
  }

  option(flags: string, description: string, parser?: Parser): this {
    return this.addOption(new Option(flags, description, parser));
  }

  addOption(option: Option): this {
    this.options.push(option);
    return this;
  }

  addArgument(argument: Argument): this {
    this.registeredArguments.push(argument);
    return this;
  }

  action(body: Action): this {
    this.body = body;
    return this;
  }
}
