import type { Edit } from './edits.ts';
import type { GatewayName, Home, Texts } from './home.ts';
import type { InsideEdit, Kept } from './inside.ts';
import type { Loss } from './loss.ts';
import type { OwnDefault } from './own-default.ts';

export type Step =
  | {
      readonly kind: 'setup';
      readonly gateway: GatewayName;
      readonly ids: readonly string[];
      readonly default: string | undefined;
      /** `--mcp`, `--no-mcp`, or neither. */
      readonly mcp?: boolean | undefined;
    }
  | { readonly kind: 'refresh'; readonly ids: readonly string[] }
  | { readonly kind: 'remove'; readonly gateway: GatewayName }
  | { readonly kind: 'undo' | 'copy' | 'rename' }
  | {
      /** Our record alone, or our configuration with it; and what is run next. */
      readonly kind: 'lose';
      readonly what?: 'state' | 'all';
      readonly next?: 'setup' | 'refresh' | 'remove';
      /** Of that set-up. */
      readonly mcp?: boolean | undefined;
    }
  /** One, the other, and the first one again. */
  | { readonly kind: 'turn'; readonly ids: readonly string[]; readonly default: string | undefined }
  | { readonly kind: 'key'; readonly value: string }
  | { readonly kind: 'pick'; readonly id: string }
  | { readonly kind: 'edit'; readonly edit: Edit }
  | { readonly kind: 'inside'; readonly edit: InsideEdit }
  | { readonly kind: 'own'; readonly own: OwnDefault };

/** A home folder, and beside it what the user alone would have there. */
export interface Life {
  home: Home;
  users: Texts;
  /** What stood there before each write that can be taken back, with the edits since; undefined: not to be foretold. */
  past: { readonly gateway: GatewayName; readonly before: Texts | undefined; readonly isEdited?: boolean }[];
  readonly setUp: GatewayName[];
  readonly ids: Record<GatewayName, readonly string[]>;
  key: string;
  copies: number;
  /** What only our record knew is lost: whose the frame of a file is. */
  isFrameLost: boolean;
  lost: Pick<Loss, 'loose' | 'words'>;
  /** A model was picked, and what the tool wrote for it does not name the gateway. */
  hasBarePick: boolean;
  /** When the record was lost, a model was picked that no list has any more. */
  hasGonePick: boolean;
  /** The tool may have made what a pick stands in. */
  hasPick: boolean;
  /** What the user wrote among what is ours. */
  kept: readonly Kept[];
  /** A default of the user's own where they had none: what covers it is one of ours. */
  ownDefaults: readonly Kept[];
}

export function lifeIn(home: Home, users: Texts, ids: readonly string[]): Life {
  return {
    home,
    users,
    past: [],
    setUp: [],
    ids: { modelrack: ids, second: ids },
    key: 'sk-test-key-0123456789abcdef',
    copies: 0,
    isFrameLost: false,
    lost: { loose: new Map(), words: [] },
    hasBarePick: false,
    hasPick: false,
    hasGonePick: false,
    kept: [],
    ownDefaults: [],
  };
}
