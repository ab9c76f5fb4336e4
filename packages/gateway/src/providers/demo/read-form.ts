import { createMultipartScanner, readBoundary } from '../../media/scan-multipart.ts';

export interface ReceivedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A form as the demo gets it: in memory. */
export interface ReceivedForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: ReceivedFile | undefined;
}

/** undefined: it is no form, or a broken one. */
export function readForm(body: Buffer, contentType: string): ReceivedForm | undefined {
  const boundary = readBoundary(contentType);
  if (boundary === undefined) return undefined;
  const scanner = createMultipartScanner(boundary);
  scanner.push(body);
  const parts = scanner.finish();
  if (typeof parts === 'string') return undefined;
  const fields = new Map(parts.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const])));
  const file = parts.find(({ fileName }) => fileName !== undefined);
  if (file === undefined) return { fields, file };
  return { fields, file: { name: file.fileName ?? '', bytes: body.subarray(file.start, file.end) } };
}
