import { isRecord } from '@modelrack/json';
import type { Splice } from '../types.ts';
import type { FileRecord, WriteRecord } from '../files/types.ts';

/** What is read from the disk may be damaged, or of another release. Unknown fields do no harm. */
export function isFileRecord(value: unknown): value is FileRecord {
  return (
    isRecord(value) &&
    value['schema'] === 1 &&
    typeof value['path'] === 'string' &&
    typeof value['tool'] === 'string' &&
    isOptionalText(value['spec']) &&
    isOptionalText(value['home']) &&
    typeof value['clean'] === 'boolean' &&
    isListOf(value['stack'], isWriteRecord) &&
    isListOf(value['madeFolders'], isText) &&
    isRecord(value['owners']) &&
    isOptionalRecord(value['past']) &&
    (value['pending'] === undefined || (isRecord(value['pending']) && isOptionalRecord(value['pending']['record'])))
  );
}

function isOptionalRecord(value: unknown): boolean {
  return value === undefined || isFileRecord(value);
}

function isWriteRecord(value: unknown): value is WriteRecord {
  return (
    isRecord(value) &&
    isText(value['at']) &&
    isText(value['command']) &&
    isText(value['connection']) &&
    isOptionalText(value['before']) &&
    isOptionalText(value['after']) &&
    isListOf(value['inverse'], (pass) => isListOf(pass, isSplice))
  );
}

function isSplice(value: unknown): value is Splice {
  return isRecord(value) && isOffset(value['start']) && isOffset(value['end']) && isText(value['text']);
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isItem(item));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || isText(value);
}

function isOffset(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
