/**
 * How deeply a message in MessagePack is nested. The decoder has no limit of its own and allocates
 * an array by its declared length, so that a short frame of nested headers would fill the memory.
 */

/** Bytes of a value after its first byte, by that byte: those of fixed size. */
const fixedBytes: Readonly<Record<number, number>> = {
  0xca: 4,
  0xcb: 8,
  0xcc: 1,
  0xcd: 2,
  0xce: 4,
  0xcf: 8,
  0xd0: 1,
  0xd1: 2,
  0xd2: 4,
  0xd3: 8,
  0xd4: 2,
  0xd5: 3,
  0xd6: 5,
  0xd7: 9,
  0xd8: 17,
};

/** Bytes of the length of bin 8, 16, 32, ext 8, 16, 32 and str 8, 16, 32, and of the ext's type. */
const sizedBytes: Readonly<Record<number, { readonly length: number; readonly type?: number }>> = {
  0xc4: { length: 1 },
  0xc5: { length: 2 },
  0xc6: { length: 4 },
  0xc7: { length: 1, type: 1 },
  0xc8: { length: 2, type: 1 },
  0xc9: { length: 4, type: 1 },
  0xd9: { length: 1 },
  0xda: { length: 2 },
  0xdb: { length: 4 },
};

interface Value {
  /** Where the next value begins. */
  readonly next: number;
  /** Values inside this one; a map has two for each entry. */
  readonly children: number;
}

function valueAt(bytes: Buffer, at: number): Value {
  const type = bytes[at] ?? 0;
  const next = at + 1;
  if (type >= 0x80 && type <= 0x8f) return { next, children: 2 * (type & 0x0f) };
  if (type >= 0x90 && type <= 0x9f) return { next, children: type & 0x0f };
  if (type >= 0xa0 && type <= 0xbf) return { next: next + (type & 0x1f), children: 0 };
  if (type === 0xdc) return { next: next + 2, children: bytes.readUInt16BE(next) };
  if (type === 0xdd) return { next: next + 4, children: bytes.readUInt32BE(next) };
  if (type === 0xde) return { next: next + 2, children: 2 * bytes.readUInt16BE(next) };
  if (type === 0xdf) return { next: next + 4, children: 2 * bytes.readUInt32BE(next) };
  const sized = sizedBytes[type];
  if (!sized) return { next: next + (fixedBytes[type] ?? 0), children: 0 };
  const content = bytes.readUIntBE(next, sized.length) + (sized.type ?? 0);
  return { next: next + sized.length + content, children: 0 };
}

/** Whether no value has more than `max` others around it. What is no MessagePack may throw. */
export function isShallow(bytes: Buffer, max: number): boolean {
  /** Values that are still expected, of each value around the current one. */
  const open: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const { next, children } = valueAt(bytes, at);
    at = next;
    if (open.length > 0) open[open.length - 1] = (open.at(-1) ?? 0) - 1;
    if (children > 0) open.push(children);
    while (open.at(-1) === 0) open.pop();
    if (open.length > max) return false;
  }
  return true;
}
