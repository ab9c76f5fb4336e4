import type { Wire } from '@modelrack/catalog';
import type { Document, Json, Path } from '@modelrack/config-edit';
import type { Companion, CompanionFiles, CompanionRequest } from '@modelrack/plugin';
import type { HeadlessRuns, Shadow } from './contract/checks.ts';
import type { FileSpec, Place, Platform, PointsTo } from './contract/file-spec.ts';
import type { McpSection } from './contract/mcp-section.ts';
import type { NoSession, Session } from './contract/session.ts';
import type { StartHook } from './contract/start-hook.ts';
import type { ToolModel } from './tool-model.ts';

export type { ToolModel };

/**
 * Ways in which a tool can get the key. `manual`: from no file, a person gives it to the tool; its plan says
 * how, in a note.
 */
export type KeyForm = 'env' | 'file' | 'command' | 'literal' | 'manual';
export type Key =
  | { readonly form: 'env'; readonly name: string }
  | { readonly form: 'file'; readonly path: string }
  /** Prints the key on standard output; `argv[0]` is an absolute path. */
  | { readonly form: 'command'; readonly argv: readonly string[] }
  /** Already escaped for the tool's substitution syntax. */
  | { readonly form: 'literal'; readonly value: string; readonly isNone?: true }
  /** `isNone`: the gateway has no key, and any word will do. */
  | { readonly form: 'manual'; readonly isNone?: true };

export interface Gateway {
  /** The connection's name: the id of our block in the file. */
  readonly id: string;
  /** What a person reads in the switcher. */
  readonly label: string;
  /** In the form of the tool's `baseUrl`. */
  readonly url: string;
  readonly key: Key;
  /**
   * Name of the variable for tools that know variables only: the tool's own `keyVariable`, else that of the
   * user's, else `<CONNECTION>_API_KEY`.
   */
  readonly keyVariable: string;
}

/** A file of the tool as it stands, and the words for what is to become of it. */
export interface ToolFile {
  readonly path: string;
  readonly exists: boolean;
  /** Nothing in it yet: missing, empty, or only comments. */
  readonly isEmpty: boolean;
  readonly root: Document['root'];
  /** Parsed value; undefined if absent. For decisions, not for copying. */
  get(path: Path): Json | undefined;
  set(path: Path, value: Json, rule?: SetRule): SetChange;
  own(path: Path, entries: readonly OwnedEntry[], shape?: OwnShape): OwnChange;
  member(path: Path, value: string): MemberChange;
  slot(path: Path): SlotChange;
  claim(path: Path): ClaimChange;
}

/**
 * How a single value behaves when something else stands there.
 * `field` (default): what we wrote, or would write, is ours; another value is the user's and stays.
 * `outdated`: whatever stands there is set (a URL of ours that moved); what was the user's comes back with `remove`.
 * `switch`: as `outdated`, for a word that says nothing of us: where it stands already it is the user's.
 * `choice`: as `outdated`, where the tool keeps the model that it starts with: one that was picked in the tool goes back
 * with `remove` to what stood there before, and one of ours that left the list moves on to the first one of it.
 * `missing`: written only where nothing stands; later only kept or taken out.
 * `needed`, `required`: as `field` and as `outdated`, but `remove` leaves it while something of the user's is left
 * in the same block.
 * `identity`: another value there means that the block is not ours: the file is refused.
 */
export type SetRule = 'field' | 'needed' | 'outdated' | 'required' | 'switch' | 'choice' | 'missing' | 'identity';
export interface SetChange {
  readonly kind: 'set';
  readonly file: string;
  readonly path: Path;
  readonly value: Json;
  readonly rule: SetRule;
}

/**
 * A keyed collection in which only our entries are ours. An item step in its path, or in that of a `set`, as
 * in `['providers', { item: { name: gateway.id } }, 'models']`, leads into a list: an item that is missing is
 * made with the fields that name it, and goes when nothing else is in it.
 */
export interface OwnChange {
  readonly kind: 'own';
  readonly file: string;
  readonly path: Path;
  readonly entries: readonly OwnedEntry[];
  readonly shape: OwnShape;
}
export interface OwnedEntry {
  /** The model's id. */
  readonly id: string;
  /**
   * What we write of it, field by field; each is compared and owned as a whole. In a list, the one that holds the id
   * comes first of itself.
   */
  readonly fields: Readonly<Record<string, Json>>;
}
/** `map`: the id is the key. `list`: items that hold the id in `key`. `texts`: items that are the id. */
export type OwnShape =
  | (OwnOptions & { readonly as: 'map' })
  | (OwnOptions & { readonly as: 'list'; readonly key: string })
  | (OwnOptions & { readonly as: 'texts' });
export interface OwnOptions {
  /** Entries are ours only with these fields; not for `texts`. */
  readonly match?: Readonly<Record<string, string>>;
  /** Stands before the id in the file; entries without it are not ours. */
  readonly prefix?: string;
  /** The models of another collection once more (an allowlist, say): not counted and not reported. */
  readonly uncounted?: boolean;
  /**
   * A field that holds the label and by which the tool tells all items of the list apart: where another item has
   * ours, the label gets the connection's name behind it.
   */
  readonly distinct?: string;
  /** The tool cannot do without it: it is there, even empty, and stays while something of the user's is left beside it. */
  readonly needed?: boolean;
}

/** One text in a list of the user's; nothing happens where that list is missing. */
export interface MemberChange {
  readonly kind: 'member';
  readonly file: string;
  readonly path: Path;
  readonly value: string;
}
/** The one place that a tool has for a gateway, which it writes anew itself: where we made it, it goes as a whole. */
export interface SlotChange {
  readonly kind: 'slot';
  readonly file: string;
  readonly path: Path;
}
/** What stands there is ours, whoever wrote it: the tool, or a person in the tool, by way of what we wrote. */
export interface ClaimChange {
  readonly kind: 'claim';
  readonly file: string;
  readonly path: Path;
}
export interface NoteChange {
  readonly kind: 'note';
  readonly text: string;
  /** Models that the note is about: the tool gets none of them. */
  readonly leftOut?: readonly string[];
}
export type Change = SetChange | OwnChange | MemberChange | SlotChange | ClaimChange | NoteChange;

export interface PlanInput {
  readonly gateway: Gateway;
  /** Empty while planning a removal. */
  readonly models: readonly ToolModel[];
  /** Named with `--default`; in the list. */
  readonly defaultModel: string | undefined;
  /** Of the installed tool, if known. */
  readonly version: string | undefined;
  /** Text of the tool's own that a plan may need (Codex: its base instructions), by name. */
  readonly facts: Readonly<Record<string, string>>;
  readonly platform: Platform;
  /** undefined: this run makes no files of ours that the tool's own file could point to. */
  readonly companion: Companion | undefined;
  file(id: string): ToolFile;
}

/** Something of the user's that would be diverted to our gateway. */
export interface Diversion {
  /** For people: "model_provider is \"azure\"", "a stored login (auth.json)". Never a secret. */
  readonly what: string;
  readonly path: string;
  /** Where it is in that file. */
  readonly key?: Path;
}

export interface ToolDefinition {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly homepage: string;
  /** The release that the facts were checked with. */
  readonly verified: string;
  readonly verification: 'ran' | 'schema' | 'documentation';
  readonly detect: {
    readonly bin: readonly string[];
    readonly places: readonly Place[];
    /** Name in its `package.json`, by which the installed version is found. */
    readonly npm?: string;
  };
  /** In the order in which they are to be written; taken out in the reverse order. */
  readonly files: readonly FileSpec[];
  /** Files that `diverts` looks at and nobody writes. */
  readonly reads?: readonly FileSpec[];
  readonly wires: readonly Wire[];
  /** `live`: the tool asks the gateway for its models itself, none is written. */
  readonly modelChoice: 'many' | 'one' | 'live';
  /** Never part of a setup that names no tool. */
  readonly onlyNamed?: boolean;
  /**
   * What it writes beside a model that is picked in it, for that model (an effort, say), and nobody else does: no choice
   * by itself, it goes back with a pick of ours.
   */
  readonly besidePick?: readonly { readonly file: string; readonly path: Path }[];
  /** What a person types in the tool to see the switcher. */
  readonly picks: string;
  /** What a person must do for a running tool to see a change; undefined: nothing. */
  readonly reload?: string;
  readonly key: readonly KeyForm[];
  /** The tool looks into this variable and no other; the form `env` then needs the user's to have that name. */
  readonly keyVariable?: (connection: string) => string;
  readonly baseUrl: 'api-root' | 'without-v1';
  /**
   * Marks of substitution syntax that the tool knows in ids and names; a model id that holds one is left out.
   * `^x` counts only at the beginning. Never omitted.
   */
  readonly interpolates: readonly string[];
  /**
   * Makes a literal key safe for the syntax of the place where keys stand; it gets every literal key. Without
   * it a key that holds a mark is refused.
   */
  readonly escape?: (literal: string) => string;
  /** One gateway at a time: consent is needed to take over. */
  readonly exclusive: boolean;
  /** Why it can write nothing now (its package changed, say); what it wrote can still be taken out. */
  readonly unavailable?: Error;
  readonly diverts?: (input: Pick<PlanInput, 'gateway' | 'file'>) => readonly Diversion[];
  /** Where its files name the gateway that it uses now. */
  readonly pointsTo?: readonly PointsTo[];
  /** The line that chooses a model, where it is not `/model <id>`. */
  readonly switchLine?: (id: string, gateway: string) => string;
  /**
   * Facts to read once per installed version from the tool itself: name -> arguments. Run with a limit
   * of 10 s and without our files; the output goes to `read`.
   */
  readonly asks?: Readonly<
    Record<string, { readonly args: readonly string[]; read(stdout: string): string | undefined }>
  >;
  /** The files of ours by which `/m-` finds models inside the tool; undefined: it has no `/m-`. Loaded when it is asked. */
  readonly companion?: (asked: CompanionRequest) => Promise<CompanionFiles>;
  /** Where it keeps its MCP servers, if it has such a place. */
  readonly mcp?: McpSection;
  /** What it runs at its start; of several the first whose file is there, else the last. Undefined: nothing, or it asks. */
  readonly atStart?: readonly StartHook[];
  /** What beats its files: looked for by `doctor`. */
  readonly shadowedBy?: readonly Shadow[];
  /**
   * It takes every model whose window is below `least` for a larger one, unless this variable names one window for all.
   */
  readonly windowVariable?: { readonly name: string; readonly least: number };
  /** How it is started without a terminal; undefined: it is not known to be. */
  readonly runs?: HeadlessRuns;
  /** How it runs on a gateway for one session; undefined: nobody knows. */
  readonly session?: Session | NoSession;
  /** What it plans calls our command, whatever its key is. */
  readonly callsUs?: boolean;
  /** Pure. Returns what is to be true; comparing, owning and taking back are the engine's. */
  plan(input: PlanInput): readonly Change[];
}
