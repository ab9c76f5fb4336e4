import { isJsonList } from '../nodes.ts';
import type { Document, Json, ListNode, MapEntry, MapNode, Node, ScalarNode } from '../types.ts';

/** As deep as the parser with positions goes. */
const DEEPEST = 500;
const QUOTE = 34;

/**
 * A file that is nothing but JSON, read by Node's own parser: a tenth of what it costs to learn where everything
 * stands, which only an edit and a message ask for. undefined: there are comments, keys that stand twice, whole numbers
 * beyond a double or keys that an object would sort, or it is no JSON at all.
 */
export function plainDocument(source: Omit<Document, 'root'>, whole: () => Node): Document | undefined {
  const plain = valueOf(source.text);
  if (plain === undefined || keysIn(plain, 0) !== keysOf(source.text)) return undefined;
  const root = nodeOf(plain, whole);
  return root.kind === source.top ? { ...source, root, isPlain: true } : undefined;
}

function valueOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** How many keys it has at all depths; NaN: it is not what stands in the text. */
function keysIn(value: Json, depth: number): number {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? Number.NaN : 0;
  if (value === null || typeof value !== 'object') return 0;
  if (depth > DEEPEST) return Number.NaN;
  let count = 0;
  if (isJsonList(value)) {
    for (const item of value) count += keysIn(item, depth + 1);
    return count;
  }
  for (const key of Object.keys(value)) {
    const first = key.charCodeAt(0);
    if (first >= 48 && first <= 57 && /^\d+$/.test(key)) return Number.NaN;
    count += 1 + keysIn(value[key] ?? null, depth + 1);
  }
  return count;
}

/** How many keys are written in it, or more: a text may hold what looks like one. */
function keysOf(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    let before = at - 1;
    while (isBlank(text.charCodeAt(before))) before -= 1;
    if (text.charCodeAt(before) === QUOTE) count += 1;
  }
  return count;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

/** A node that knows its value; its place, and the nodes below it, are made when they are asked for. */
function nodeOf(plain: Json, real: () => Node): Node {
  if (plain === null || typeof plain !== 'object') return scalarOf(plain, real);
  return isJsonList(plain) ? listOf(plain, real) : mapOf(plain, real);
}

function scalarOf(value: ScalarNode['value'], real: () => Node): ScalarNode {
  return {
    kind: 'scalar',
    value,
    get start() {
      return real().start;
    },
    get end() {
      return real().end;
    },
  };
}

function listOf(plain: readonly Json[], real: () => Node): ListNode {
  let items: readonly Node[] | undefined;
  const itemAt = (index: number): Node => {
    const list = real();
    return (list.kind === 'list' ? list.items[index] : undefined) ?? list;
  };
  const child = keptChildren((index: number) => {
    const item = plain[index];
    return item === undefined ? undefined : nodeOf(item, () => itemAt(index));
  });
  return {
    kind: 'list',
    plain,
    child,
    get start() {
      return real().start;
    },
    get end() {
      return real().end;
    },
    get items() {
      return (items ??= plain.flatMap((_, index) => child(index) ?? []));
    },
  };
}

function mapOf(plain: { readonly [key: string]: Json }, real: () => Node): MapNode {
  let entries: readonly MapEntry[] | undefined;
  const entryAt = (key: string): MapEntry => {
    const map = real();
    const found = map.kind === 'map' ? map.entries.find((entry) => entry.key === key) : undefined;
    return found ?? { key, at: map.start, value: map };
  };
  const child = keptChildren((key: string) => {
    const value = Object.hasOwn(plain, key) ? plain[key] : undefined;
    return value === undefined ? undefined : nodeOf(value, () => entryAt(key).value);
  });
  const entryOf = (key: string, value: Node | undefined): MapEntry[] =>
    value === undefined
      ? []
      : [
          {
            key,
            get at() {
              return entryAt(key).at;
            },
            value,
          },
        ];
  return {
    kind: 'map',
    plain,
    child,
    get start() {
      return real().start;
    },
    get end() {
      return real().end;
    },
    get entries() {
      return (entries ??= Object.keys(plain).flatMap((key) => entryOf(key, child(key))));
    },
  };
}

/** Each child is made once: nodes are told apart by what they are. */
function keptChildren<Step>(make: (step: Step) => Node | undefined): (step: Step) => Node | undefined {
  const kept = new Map<Step, Node | undefined>();
  return (step) => {
    if (!kept.has(step)) kept.set(step, make(step));
    return kept.get(step);
  };
}
