/** One server-sent event. */
export interface ServerEvent {
  /** Empty if it has none. */
  readonly name: string;
  readonly data: string;
}

export interface EventReader {
  /** The events that are complete with these bytes. */
  push(bytes: Uint8Array): readonly ServerEvent[];
  /** What is left without a blank line behind it: some servers leave out the last one. */
  rest(): readonly ServerEvent[];
}

function readBlock(lines: readonly string[]): ServerEvent | undefined {
  let name = '';
  const data: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /u, '');
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { name, data: data.join('\n') };
}

/** Reads a stream in pieces of any size, a single byte included: line ends and letters may be cut apart. */
export function createEventReader(): EventReader {
  const decoder = new TextDecoder();
  let pending = '';
  let lines: string[] = [];
  const take = (text: string): readonly ServerEvent[] => {
    pending += text;
    const events: ServerEvent[] = [];
    for (;;) {
      const end = pending.search(/[\r\n]/u);
      if (end === -1) break;
      // A carriage return may still get its line feed.
      if (pending[end] === '\r' && end === pending.length - 1) break;
      const line = pending.slice(0, end);
      pending = pending.slice(end + (pending.startsWith('\r\n', end) ? 2 : 1));
      if (line !== '') {
        lines.push(line);
        continue;
      }
      const event = readBlock(lines);
      lines = [];
      if (event !== undefined) events.push(event);
    }
    return events;
  };
  return {
    push: (bytes) => take(decoder.decode(bytes, { stream: true })),
    rest: () => take(`${decoder.decode()}\n\n`),
  };
}
