import { maskUrls } from '@modelrack/text';
import type { World } from './world.ts';
import { coloursFor, type Colours } from '../text/colours.ts';
import type { Output } from './standard-output.ts';

export interface PrinterOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  /** commander's spelling of `--no-color`. */
  readonly color?: boolean;
}

/** Results go to stdout, all else to stderr. */
export interface Printer {
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly colours: Colours;
  /** The home folder, which is `~` in what people read. */
  readonly home: string;
  /** How wide a result may be; what goes into a file or a pipe is as wide as it is. */
  readonly columns: number;
  /** A result for people; nothing with `--json`. */
  result(text: string): void;
  /** A result that only tells what was done, or would be; nothing with `--quiet`, too. */
  report(text: string): void;
  /** The one document of `--json`, whatever else fails after it; nothing without. */
  document(value: object): void;
  note(text: string): void;
  detail(text: string): void;
  problem(text: string): void;
  /** From now on this text is taken out of everything that is printed. */
  conceal(secret: string): void;
}

export function printerFor(world: World, options: PrinterOptions): Printer {
  const secrets: string[] = [];
  const write = (output: Output, text: string) => {
    // A net below the rope: nothing that we print is made from a key. A URL may hold one, wherever it comes from.
    output.write(secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), maskUrls(text)));
  };
  let isTold = false;
  const isJson = options.json === true;
  const isQuiet = options.quiet === true;
  return {
    isJson,
    isQuiet,
    get columns() {
      return world.out.isTTY ? (world.stdout.columns ?? 80) : Number.POSITIVE_INFINITY;
    },
    colours: coloursFor(world.out, world.variables, options.color === false),
    // Asking the machine may be what failed.
    home: world.variables['HOME'] ?? world.variables['USERPROFILE'] ?? '',
    result: (text) => isJson || write(world.out, text),
    report: (text) => isJson || isQuiet || write(world.out, text),
    document(value) {
      if (!isJson || isTold) return;
      isTold = true;
      write(world.out, `${JSON.stringify(value, undefined, 2)}\n`);
    },
    note: (text) => isQuiet || write(world.err, `${text}\n`),
    detail: (text) => options.verbose !== true || write(world.err, `${text}\n`),
    problem: (text) => write(world.err, text),
    conceal: (secret) => secret.length < shortestSecret || secrets.push(secret),
  };
}

/** A shorter one is a word of a test; taking it out would garble what is printed. */
const shortestSecret = 8;
