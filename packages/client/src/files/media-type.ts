export interface MediaType {
  readonly mime: string;
  /** Of a file name, without the dot. */
  readonly extension: string;
}

interface Signature extends MediaType {
  readonly at: number;
  readonly bytes: string;
  /** A second mark, where the first one is shared by several types. */
  readonly also?: { readonly at: number; readonly bytes: string };
}

const signatures: readonly Signature[] = [
  { mime: 'image/png', extension: 'png', at: 0, bytes: '\x89PNG' },
  { mime: 'image/jpeg', extension: 'jpg', at: 0, bytes: '\xff\xd8\xff' },
  { mime: 'image/gif', extension: 'gif', at: 0, bytes: 'GIF8' },
  { mime: 'image/webp', extension: 'webp', at: 0, bytes: 'RIFF', also: { at: 8, bytes: 'WEBP' } },
  { mime: 'image/avif', extension: 'avif', at: 4, bytes: 'ftypavif' },
  { mime: 'audio/wav', extension: 'wav', at: 0, bytes: 'RIFF', also: { at: 8, bytes: 'WAVE' } },
  { mime: 'audio/mp4', extension: 'm4a', at: 4, bytes: 'ftypM4A' },
  { mime: 'video/quicktime', extension: 'mov', at: 4, bytes: 'ftypqt' },
  { mime: 'video/mp4', extension: 'mp4', at: 4, bytes: 'ftyp' },
  { mime: 'video/webm', extension: 'webm', at: 0, bytes: '\x1a\x45\xdf\xa3' },
  { mime: 'audio/ogg', extension: 'ogg', at: 0, bytes: 'OggS' },
  { mime: 'audio/flac', extension: 'flac', at: 0, bytes: 'fLaC' },
  { mime: 'audio/aac', extension: 'aac', at: 0, bytes: '\xff\xf1' },
  { mime: 'audio/aac', extension: 'aac', at: 0, bytes: '\xff\xf9' },
  { mime: 'audio/mpeg', extension: 'mp3', at: 0, bytes: 'ID3' },
  { mime: 'audio/mpeg', extension: 'mp3', at: 0, bytes: '\xff\xfb' },
  { mime: 'audio/mpeg', extension: 'mp3', at: 0, bytes: '\xff\xf3' },
  { mime: 'audio/mpeg', extension: 'mp3', at: 0, bytes: '\xff\xf2' },
];

/** How many bytes of the beginning are looked at. */
export const markLength = 16;

/** What a file is by its first bytes; names and headers are a stranger's word. */
export function mediaTypeOf(start: Uint8Array): MediaType | undefined {
  const text = Buffer.from(start.subarray(0, markLength)).toString('latin1');
  const fits = ({ at, bytes }: Pick<Signature, 'at' | 'bytes'>) => text.startsWith(bytes, at);
  const found = signatures.find(
    (signature) => fits(signature) && (signature.also === undefined || fits(signature.also)),
  );
  return found === undefined ? undefined : { mime: found.mime, extension: found.extension };
}

const byHeader: ReadonlyMap<string, string> = new Map([
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3'],
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/ogg', 'ogg'],
  ['audio/opus', 'opus'],
  ['audio/flac', 'flac'],
  ['audio/aac', 'aac'],
  ['audio/pcm', 'pcm'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
  ['video/quicktime', 'mov'],
]);

/** What a `content-type` names, if it is a medium that we know. */
export function mediaTypeNamed(header: string | undefined): MediaType | undefined {
  const mime = header?.split(';')[0]?.trim().toLowerCase() ?? '';
  const extension = byHeader.get(mime);
  return extension === undefined ? undefined : { mime, extension };
}
