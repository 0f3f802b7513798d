import { encode } from '@msgpack/msgpack';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isShallow } from './depth.ts';
import {
  emptyFrame,
  FrameError,
  frameOf,
  messageIn,
  openFrameReader,
  requireReadable,
} from './frame-bytes.ts';
import { FRAME_MAX_BYTES } from './messages.ts';

describe('openFrameReader', () => {
  const messages = [{ n: 1 }, { text: 'x'.repeat(300) }, { bytes: new Uint8Array(70_000) }];
  const stream = Buffer.concat([
    frameOf(messages[0]),
    emptyFrame,
    ...messages.slice(1).map(frameOf),
  ]);

  it.each([1, 3, 5, 1_000, 1_000_000])('finds the messages in pieces of %i bytes', (size) => {
    const read = openFrameReader();
    const found: unknown[] = [];
    for (let at = 0; at < stream.length; at += size) {
      found.push(...read(stream.subarray(at, at + size)).map(messageIn));
    }
    expect(found).toEqual([
      messages[0],
      messages[1],
      { bytes: expect.objectContaining({ length: 70_000 }) },
    ]);
  });
});

describe('isShallow', () => {
  const values = [
    1,
    -1,
    200,
    70_000,
    2 ** 40,
    1.5,
    'x',
    'x'.repeat(40),
    'x'.repeat(300),
    'x'.repeat(70_000),
    new Uint8Array(3),
    new Uint8Array(300),
    new Uint8Array(70_000),
    null,
    true,
    Array.from({ length: 20 }, () => 1),
    Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`key${n}`, n])),
  ];
  const bytesOf = (value: unknown): Buffer => Buffer.from(encode(value));

  it('counts what is around a value, whatever comes before it', () => {
    expect(isShallow(bytesOf([values, [[[1]]]]), 4)).toBe(true);
    expect(isShallow(bytesOf([values, [[[[1]]]]]), 4)).toBe(false);
    expect(isShallow(bytesOf({ values, a: { b: { c: { d: 1 } } } }), 4)).toBe(true);
    expect(isShallow(bytesOf({ values, a: { b: { c: { d: {} } } } }), 4)).toBe(true);
    expect(isShallow(bytesOf({ values, a: { b: { c: { d: { e: 1 } } } } }), 4)).toBe(false);
  });

  it('finds nested headers of values that never come', () => {
    expect(isShallow(Buffer.alloc(30, Buffer.from([0xdc, 0xff, 0xff])), 8)).toBe(false);
  });
});

describe('requireReadable', () => {
  const Message = z.object({ list: z.array(z.string()), text: z.string().max(3).optional() });

  it('passes what the other side reads', () => {
    const list = Array.from({ length: 4_096 }, () => '');
    expect(() => requireReadable(Message, { list, text: 'abc' })).not.toThrow();
  });

  it.each([
    ['a list of more elements than are decoded', { list: Array.from({ length: 4_097 }, () => '') }],
    ['a text that its schema refuses', { list: [], text: 'abcd' }],
    ['a message that is too long', { list: ['x'.repeat(FRAME_MAX_BYTES)] }],
  ])('refuses %s', (_, message) => {
    expect(() => requireReadable(Message, message)).toThrow(FrameError);
  });
});
