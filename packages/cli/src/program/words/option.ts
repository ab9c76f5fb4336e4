/** Turns the text of a call into a value; throws BadValue. `before` is what the same flag gave earlier in the call. */
export type Parser = (text: string, before: never) => unknown;

/** A flag, in the words and with the properties that commander has for it. */
export class Option {
  readonly flags: string;
  readonly description: string;
  readonly short: string | undefined;
  readonly long: string | undefined;
  /** It takes a value. */
  readonly required: boolean;
  readonly variadic = false;
  argChoices: readonly string[] | undefined;
  defaultValue: unknown;
  hidden = false;
  parser: Parser | undefined;
  rivals: string | undefined;

  constructor(flags: string, description: string, parser?: Parser) {
    const words = flags.split(/[ ,]+/);
    this.flags = flags;
    this.description = description;
    this.parser = parser;
    this.short = words.find((word) => /^-[^-]/.test(word));
    this.long = words.find((word) => word.startsWith('--'));
    this.required = flags.includes('<');
  }

  argParser(parser: Parser): this {
    this.parser = parser;
    return this;
  }

  choices(values: readonly string[]): this {
    this.argChoices = values;
    return this;
  }

  default(value: unknown): this {
    this.defaultValue = value;
    return this;
  }

  conflicts(name: string): this {
    this.rivals = name;
    return this;
  }

  hideHelp(): this {
    this.hidden = true;
    return this;
  }
}

/** `<name>`, `[name]`, `<name...>` or `[name...]`. */
export class Argument {
  readonly text: string;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly variadic: boolean;
  argChoices: readonly string[] | undefined;

  constructor(text: string, description?: string) {
    this.text = text;
    this.description = description;
    this.required = text.startsWith('<');
    this.variadic = text.includes('...');
  }

  name(): string {
    return this.text.replaceAll(/[<>[\].]/g, '');
  }

  choices(values: readonly string[]): this {
    this.argChoices = values;
    return this;
  }
}

/** Refuses the value of a flag, in the form in which commander knows it and says which flag it was. */
export class BadValue extends Error {
  readonly code = 'commander.invalidArgument';
  readonly exitCode = 1;
}
