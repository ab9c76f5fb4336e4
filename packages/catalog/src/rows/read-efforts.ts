import { isRecord } from '@modelrack/json';
import { at } from '../json-value.ts';
import type { Facts } from '../types.ts';
import { booleanOf, flagOf, fold, namesOf, parametersOf, valuesOf, wordsOf } from './row.ts';
import type { Row } from './row.ts';

type Efforts = Pick<Facts, 'efforts' | 'defaultEffort' | 'effortMandatory' | 'takesEffort'>;

/** The lowest first. What is in none of these words comes last. */
const order = ['off', 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

const lists = namesOf(
  'supportedefforts supportedreasoningefforts supportedreasoningeffort supportedreasoninglevels',
  'reasoningefforts reasoningeffortlevels reasoningeffortoptions reasoninglevels effortlevels',
  'supportedeffortlevels efforts thinkinglevels supportsreasoningeffort reasoningeffort effort',
);
/** Objects that are about reasoning alone: the short names mean something in them. */
const about = ['reasoning', 'thinking', 'reasoningconfig', 'reasoningoptions', 'reasoningeffort'];
const shortLists = [...lists, 'levels', 'supportedlevels', 'allowedoptions', 'options'];
const defaults = ['defaulteffort', 'defaultreasoningeffort', 'defaultreasoninglevel', 'defaultthinkinglevel'];

/** The levels of reasoning that a row states, and whether a request may name one at all. */
export function readEfforts(row: Row): Efforts {
  const inside = valuesOf(row, about).filter(isRecord);
  const named = (names: readonly string[]) => inside.flatMap((record) => membersOf(record, names));
  const listed = [...valuesOf(row, lists), ...named(shortLists)];
  const efforts = listed.map(levelsIn).find((levels) => levels !== undefined);
  const marked = listed.flatMap((list) => (Array.isArray(list) ? list.filter(isDefault).map(wordIn) : []));
  const stated = [...valuesOf(row, defaults), ...named([...defaults, 'default', 'defaultlevel']), ...marked];
  const start = stated.find((value) => typeof value === 'string' && value !== '');
  const isListed = typeof start === 'string' && (efforts === undefined || efforts.includes(start));
  return {
    efforts,
    defaultEffort: isListed ? start : undefined,
    effortMandatory:
      flagOf(row, ['reasoningmandatory', 'reasoningrequired', 'alwaysthinking']) ??
      named(['mandatory', 'required'])
        .map(booleanOf)
        .find((value) => value !== undefined),
    takesEffort: efforts === undefined ? takesLevel(row, inside) : efforts.length > 0,
  };
}

/** OpenRouter: levels that are null are any words. */
function takesLevel(row: Row, inside: readonly object[]): boolean | undefined {
  if (inside.some((record) => 'supported_efforts' in record)) return true;
  const flag = inside.flatMap((record) => membersOf(record, ['supportsreasoningeffort'])).map(booleanOf);
  if (flag[0] !== undefined) return flag[0];
  const listed = parametersOf(row);
  if (listed.length > 0) return listed.includes('reasoning') || listed.includes('reasoning_effort');
  const words = wordsOf(row, ['features', 'supportedfeatures', 'capabilities', 'tags', 'labels']);
  return (
    flagOf(row, ['supportsreasoningeffort', 'reasoningeffort']) ?? (words.includes('reasoningeffort') || undefined)
  );
}

function membersOf(record: object, names: readonly string[]): readonly unknown[] {
  return Object.entries(record).flatMap(([key, value]) => (names.includes(fold(key)) ? [value] : []));
}

/** A list of words or of objects that name them, or an object of flags; undefined if it is none of these. */
function levelsIn(value: unknown): readonly string[] | undefined {
  const found = Array.isArray(value) ? value.map(wordIn) : (flagsIn(value) ?? wordsIn(value));
  if (found === undefined) return undefined;
  const levels = [...new Set(found.filter(isLevel))];
  // A switch between on and off has no levels.
  const isSwitch = levels.every((level) => level === 'off' || level === 'on');
  return isSwitch ? [] : levels.filter((level) => level !== 'on').toSorted(byRank);
}

/** `low, medium, high`; a single word may be a default. */
function wordsIn(value: unknown): readonly string[] | undefined {
  const words = typeof value === 'string' ? value.split(/[,|/]/).map((word) => word.trim()) : [];
  return words.length > 1 ? words : undefined;
}

function isDefault(item: unknown): boolean {
  return isRecord(item) && (item['default'] === true || item['is_default'] === true || item['isDefault'] === true);
}

function wordIn(item: unknown): unknown {
  if (!isRecord(item)) return item;
  return item['effort'] ?? item['level'] ?? item['name'] ?? item['value'] ?? item['id'];
}

/** Anthropic: `{ supported: true, low: { supported: true } }`; elsewhere a level's name leads to what it stands for. */
function flagsIn(value: unknown): readonly string[] | undefined {
  if (!isRecord(value)) return undefined;
  const isOn = (flag: unknown) => (isRecord(flag) ? (booleanOf(at(flag, 'supported')) ?? true) : booleanOf(flag));
  const stated = Object.entries(value).filter(([key, flag]) => order.includes(key) && isOn(flag) !== undefined);
  return stated.length === 0 ? undefined : stated.flatMap(([key, flag]) => (isOn(flag) === true ? [key] : []));
}

/** It becomes a key in files of tools, and a word of a request. */
function isLevel(word: unknown): word is string {
  return typeof word === 'string' && /^[a-z][a-z0-9._-]{0,31}$/i.test(word);
}

function byRank(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || (a < b ? -1 : 1);
}

export function rankOf(level: string): number {
  const rank = order.indexOf(level);
  return rank === -1 ? order.length : rank;
}
