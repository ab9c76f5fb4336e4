/** Bits of one unit of a H.264 stream, most significant first. */
export interface BitWriter {
  /** `count` bits of a number, at most 24. */
  bits(value: number, count: number): void;
  /** Exp-Golomb, unsigned: `ue(v)` of the specification. */
  golomb(value: number): void;
  /** Zero bits up to the next byte. */
  align(): void;
  /** Only where the writer is aligned. */
  bytes(data: Uint8Array): void;
  /** A one bit, and zeros up to the next byte: how every unit ends. */
  finish(): Buffer;
}

export function createBitWriter(): BitWriter {
  const pieces: Uint8Array[] = [];
  let head: number[] = [];
  let current = 0;
  let filled = 0;
  const bits = (value: number, count: number): void => {
    for (let shift = count - 1; shift >= 0; shift -= 1) {
      current = (current << 1) | ((value >> shift) & 1);
      filled += 1;
      if (filled < 8) continue;
      head.push(current);
      current = 0;
      filled = 0;
    }
  };
  const align = (): void => {
    if (filled > 0) bits(0, 8 - filled);
  };
  const flush = (): void => {
    if (head.length > 0) pieces.push(Uint8Array.from(head));
    head = [];
  };
  return {
    bits,
    align,
    golomb: (value) => {
      const length = 32 - Math.clz32(value + 1);
      bits(0, length - 1);
      bits(value + 1, length);
    },
    bytes: (data) => {
      flush();
      pieces.push(data);
    },
    finish: () => {
      bits(1, 1);
      align();
      flush();
      return Buffer.concat(pieces);
    },
  };
}
