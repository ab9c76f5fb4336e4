import { isJsonMap, toJson, type Json } from '@modelrack/config-edit';
import { isRackError } from '@modelrack/errors';
import type { PointsTo, ToolDefinition } from '@modelrack/tool-kit';
import { choosePlace } from '../machine/resolve-place.ts';
import type { Machine } from '../machine/types.ts';
import { readDocument } from '../open-file/parse-file.ts';

/** A gateway that a file of a tool names. */
export interface Pointer {
  /** As it stands there; a variable in it is filled in. */
  readonly url: string;
  /** undefined: a key that cannot be told from the file, or none. */
  readonly key: PointedKey | undefined;
  readonly path: string;
}
export type PointedKey = { readonly env: string } | { readonly literal: string };

/** What a tool talks to now, as far as its definition says where that stands; reads only. A broken file says nothing. */
export async function pointersOf(machine: Machine, tool: ToolDefinition): Promise<readonly Pointer[]> {
  const found: Pointer[] = [];
  for (const place of tool.pointsTo ?? []) {
    const spec = tool.files.find(({ id }) => id === place.file);
    if (spec === undefined) continue;
    const { path, others } = choosePlace(machine, spec, 'modelrack');
    for (const file of [path, ...others]) {
      const value = await valueOf(machine, spec, file);
      found.push(...valuesAt(value, place.at).flatMap((each) => pointerIn(machine, { place, each, path: file })));
    }
  }
  return found;
}

async function valueOf(
  machine: Machine,
  spec: ToolDefinition['files'][number],
  path: string,
): Promise<Json | undefined> {
  try {
    const { root } = await readDocument(spec, machine.fs.read(path), path);
    return root === undefined ? undefined : toJson(root);
  } catch (error) {
    if (isRackError(error) || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}

function valuesAt(value: Json | undefined, path: readonly string[]): readonly Json[] {
  const [step, ...rest] = path;
  if (value === undefined || value === null) return [];
  if (step === undefined) return [value];
  if (typeof value !== 'object') return [];
  if (step === '*') return Object.values(value).flatMap((each) => valuesAt(each, rest));
  return isJsonMap(value) ? valuesAt(value[step], rest) : [];
}

function pointerIn(
  machine: Machine,
  { place, each, path }: { place: PointsTo; each: Json; path: string },
): readonly Pointer[] {
  const text = (at: readonly string[] | undefined): string | undefined => {
    const [value] = at === undefined ? [] : valuesAt(each, at);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const url = urlOf(machine, text(place.url));
  if (url === undefined) return [];
  const variable = text(place.keyVariable);
  const key = variable !== undefined && isVariable(variable) ? { env: variable } : keyOf(machine, text(place.key));
  return [{ url, key, path }];
}

function urlOf({ variables }: Machine, text: string | undefined): string | undefined {
  const name = text === undefined ? undefined : referredTo(text);
  const url = name === undefined ? text : variables[name];
  return url !== undefined && /^https?:\/\/[^\s$`{}()]+$/i.test(url) ? url : undefined;
}

/** What a tool would run, or read from another file, is neither run nor read here. */
function keyOf({ variables }: Machine, text: string | undefined): PointedKey | undefined {
  if (text === undefined) return undefined;
  const name = referredTo(text);
  if (name !== undefined) return { env: name };
  // Some take the bare name of a variable.
  if (isVariable(text) && variables[text] !== undefined) return { env: text };
  return /^[!-~]+$/.test(text) && !/^!|[`{}()]|\$/.test(text) ? { literal: text } : undefined;
}

/** The forms in which tools refer to a variable. */
const references = [
  /^\{env:([^}]+)\}$/,
  /^\$(\w+)$/,
  /^\$\{(?:env:)?(\w+)\}$/,
  /^\$\{\{\s*(?:secrets\.|env\.)?(\w+)\s*\}\}$/,
  /^os\.environ\/(\w+)$/,
];

function referredTo(text: string): string | undefined {
  for (const form of references) {
    const name = form.exec(text)?.[1];
    if (name !== undefined && isVariable(name)) return name;
  }
  return undefined;
}

function isVariable(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text) && text === text.toUpperCase();
}
