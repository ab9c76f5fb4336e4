/** One part of a multipart body, as places in it. */
export interface FormPart {
  readonly name: string;
  /** undefined: a field, not a file. */
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
  /** Of its content, the first byte and the one after the last. */
  readonly start: number;
  readonly end: number;
  /** Of a field. */
  readonly value: string | undefined;
}

export interface MultipartScanner {
  push(chunk: Uint8Array): void;
  /** The parts, or in a few words what is wrong with the body. */
  finish(): readonly FormPart[] | string;
}

const headerLimit = 16 * 1024;
const paddingLimit = 256;
const fieldLimit = 1024 * 1024;
const partLimit = 1000;
const lineEnd = Buffer.from('\r\n');

/** The boundary that a `content-type` names; undefined: it is no form. */
export function readBoundary(contentType: string | undefined): string | undefined {
  if (!/^multipart\/form-data\s*;/iu.test(contentType ?? '')) return undefined;
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/iu.exec(contentType ?? '');
  return found?.[1] ?? found?.[2];
}

type Line = { readonly kind: 'part' | 'close'; readonly length: number } | 'none' | 'unknown';

/** What follows a delimiter: only a line that holds nothing else makes it one. `isLast`: nothing more will come. */
function readLineRest(bytes: Buffer, start: number, isLast: boolean): Line {
  const isClosing = bytes[start] === 0x2d && bytes[start + 1] === 0x2d;
  let at = start + (isClosing ? 2 : 0);
  while (at < start + paddingLimit && (bytes[at] === 0x20 || bytes[at] === 0x09)) at += 1;
  const kind = isClosing ? 'close' : 'part';
  if (bytes[at] === 0x0d && bytes[at + 1] === 0x0a) return { kind, length: at + 2 - start };
  const isCut = at >= bytes.length - 1 && (bytes[at] ?? 0x0d) === 0x0d;
  const mayClose = bytes.length - start < 2 && (bytes[start] ?? 0x2d) === 0x2d;
  if (!isLast && (isCut || mayClose)) return 'unknown';
  return isLast && isClosing && at >= bytes.length ? { kind, length: at - start } : 'none';
}

interface PartHead {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
}

function readParameter(disposition: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'iu').exec(disposition);
  return found?.[1] ?? found?.[2];
}

function readHead(headers: string): PartHead | undefined {
  const find = (name: string): string | undefined => new RegExp(`^${name}:\\s*(.*)$`, 'imu').exec(headers)?.[1]?.trim();
  const disposition = find('content-disposition') ?? '';
  const name = readParameter(disposition, 'name');
  if (name === undefined) return undefined;
  const isFile = /;\s*filename\*?=/iu.test(disposition);
  const fileName = isFile ? (readParameter(disposition, 'filename') ?? '') : undefined;
  return { name, fileName, contentType: find('content-type') };
}

/** A scan on its way: `pending` are the bytes that are not understood yet, `offset` is the place of the first. */
interface Scan {
  readonly delimiter: Buffer;
  readonly parts: FormPart[];
  pending: Buffer;
  offset: number;
  state: 'before' | 'headers' | 'content' | 'after';
  head: PartHead | undefined;
  start: number;
  value: Buffer[];
  problem: string | undefined;
}

function drop(scan: Scan, count: number): void {
  scan.pending = scan.pending.subarray(count);
  scan.offset += count;
}

/** Takes content off: kept if it is that of a field. */
function dropContent(scan: Scan, count: number): void {
  const { head } = scan;
  if (scan.state === 'content' && head?.fileName === undefined && head !== undefined) {
    scan.value.push(Buffer.from(scan.pending.subarray(0, count)));
    const size = scan.offset + count - scan.start;
    if (size > fieldLimit) scan.problem = `the field ${JSON.stringify(head.name)} is larger than 1 MB`;
  }
  drop(scan, count);
}

function closePart(scan: Scan): void {
  const { head, offset, parts, start, value } = scan;
  if (scan.state !== 'content' || head === undefined) return;
  const text = head.fileName === undefined ? Buffer.concat(value).toString('utf8') : undefined;
  parts.push({ ...head, start, end: offset, value: text });
  if (parts.length > partLimit) scan.problem = `it has more than ${partLimit} parts`;
  scan.value = [];
}

/** False: more bytes are needed. */
function readHeaders(scan: Scan): boolean {
  const isEmpty = scan.pending.subarray(0, 2).equals(lineEnd);
  const end = isEmpty ? 0 : scan.pending.indexOf('\r\n\r\n');
  if (end === -1) {
    if (scan.pending.length > headerLimit) scan.problem = 'the headers of a part are larger than 16 KB';
    return false;
  }
  scan.head = readHead(scan.pending.toString('utf8', 0, end));
  if (scan.head === undefined) scan.problem = 'a part has no name';
  drop(scan, end + (isEmpty ? 2 : 4));
  scan.start = scan.offset;
  scan.state = 'content';
  return true;
}

/** False: more bytes are needed. */
function readContent(scan: Scan, isLast: boolean): boolean {
  const { delimiter, pending } = scan;
  for (let at = pending.indexOf(delimiter); at !== -1; at = pending.indexOf(delimiter, at + 1)) {
    const line = readLineRest(pending, at + delimiter.length, isLast);
    if (line === 'none') continue;
    dropContent(scan, at);
    if (line === 'unknown') return false;
    closePart(scan);
    drop(scan, delimiter.length + line.length);
    scan.state = line.kind === 'close' ? 'after' : 'headers';
    return true;
  }
  dropContent(scan, Math.max(0, pending.length - delimiter.length + 1));
  return false;
}

function read(scan: Scan, isLast: boolean): void {
  while (scan.problem === undefined && scan.state !== 'after') {
    const isGoing = scan.state === 'headers' ? readHeaders(scan) : readContent(scan, isLast);
    if (!isGoing) return;
  }
  drop(scan, scan.pending.length);
}

/** Reads a body in chunks of any size. What it does not need it does not keep: fields, never files. */
export function createMultipartScanner(boundary: string): MultipartScanner {
  const scan: Scan = {
    delimiter: Buffer.from(`\r\n--${boundary}`, 'latin1'),
    parts: [],
    // The first delimiter needs no line end before it; with this one it looks like any other.
    pending: lineEnd,
    offset: -lineEnd.length,
    state: 'before',
    head: undefined,
    start: 0,
    value: [],
    problem: undefined,
  };
  return {
    push: (chunk) => {
      scan.pending = Buffer.concat([scan.pending, chunk]);
      read(scan, false);
    },
    finish: () => {
      read(scan, true);
      const isOpen = scan.state !== 'after';
      return scan.problem ?? (isOpen ? 'it has no end: its last delimiter is missing' : scan.parts);
    },
  };
}
