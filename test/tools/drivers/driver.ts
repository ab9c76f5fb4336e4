import type { Lab } from '../harness/lab.ts';
import type { Terminal } from '../harness/terminal.ts';
import type { Variables } from '../harness/home.ts';

/** How one real tool is used by a script and by a person: what the shared suite has to know of it. */
export interface Driver {
  /** Its id for our command. */
  readonly tool: string;
  /** Its name in the list of versions, if that is not the tool's. */
  readonly release?: string;
  /** What every process of it needs. */
  readonly variables?: Variables;
  /** Where its questions arrive. */
  readonly route: string;
  /** Its file, under the home. */
  readonly file: string;
  /** What a new home needs so that no first-start screen stands in the way; never a gateway, key or model. */
  prepare?(lab: Lab): Promise<void>;
  /** It asks the gateway for the list itself. */
  readonly isLive?: boolean;
  /** Its switcher shows ids and no names. */
  readonly showsIds?: boolean;
  /** Even a question rewrites its file. */
  readonly rewritesFile?: boolean;
  /** A model that a session asks besides the picked one, for titles. */
  readonly titlesBy?: string;
  /** Arguments for one question without a terminal. */
  ask(model: string, question: string, lab: Lab): readonly string[] | Promise<readonly string[]>;
  /** Variables that choose the model of a question, where no argument does. */
  chooses?(model: string): Variables;
  /** Arguments with which it reads its files and says what it makes of them, also without a gateway. */
  readonly starts?: readonly string[];
  /** The list that it prints without a terminal, as model ids in its order. */
  readonly listing?: { readonly args: readonly string[]; read(stdout: string): readonly string[] };
  /** The same where more than one command is needed. */
  askForList?(lab: Lab): Promise<readonly string[]>;
  /** Missing where it cannot be driven in a terminal: what a person sees there is not tested. */
  openChat?(lab: Lab, variables?: Variables): Promise<Chat>;
  /** Ends what it leaves running. */
  stop?(lab: Lab): Promise<void>;
}

/** A running tool in a terminal. */
export interface Chat {
  readonly terminal: Terminal;
  /** Opens its own switcher and returns the screen that shows it. */
  openSwitcher(): Promise<string>;
  /** In the open switcher: takes the row that shows `name`, and waits until the tool says so. */
  pick(name: string): Promise<void>;
  /** Types a message and sends it. */
  say(text: string): Promise<void>;
  close(): Promise<void>;
}
