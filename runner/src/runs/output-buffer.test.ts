import { BUFFER_MAX_BYTES, OUTPUT_MAX_BYTES } from '@muster/runner-protocol';
import { describe, expect, it } from 'vitest';
import { openOutputBuffer, PAUSE_AT_BYTES, type OutputBuffer } from './output-buffer.ts';

const text = (buffer: OutputBuffer, from: number): string => {
  let read = '';
  for (let piece = buffer.at(from); piece; piece = buffer.at(from + read.length)) {
    read += Buffer.from(piece.bytes).toString();
  }
  return read;
};

const filled = (...parts: readonly string[]): OutputBuffer => {
  const buffer = openOutputBuffer();
  for (const part of parts) buffer.push('stdout', Buffer.from(part));
  return buffer;
};

describe('openOutputBuffer', () => {
  it('gives the output from any offset that it keeps', () => {
    const buffer = filled('one', 'two', 'three');
    for (let from = 0; from <= 11; from += 1) {
      expect(text(buffer, from)).toBe('onetwothree'.slice(from));
    }
    expect([buffer.start(), buffer.end()]).toEqual([0, 11]);
  });

  it('forgets what is stored, also in the middle of a piece', () => {
    const buffer = filled('one', 'two', 'three');
    buffer.forgetUntil(4);
    expect(buffer.at(3)).toBeUndefined();
    expect(text(buffer, 4)).toBe('wothree');
    expect(buffer.start()).toBe(4);
    buffer.forgetUntil(11);
    expect(text(buffer, 11)).toBe('');
    buffer.push('stderr', Buffer.from('four'));
    expect(buffer.at(11)).toMatchObject({ stream: 'stderr', offset: 11 });
  });

  it('takes no offset that it does not keep', () => {
    const buffer = filled('one', 'two');
    buffer.forgetUntil(3);
    buffer.forgetUntil(2);
    buffer.forgetUntil(7);
    expect([buffer.start(), text(buffer, 3)]).toEqual([3, 'two']);
  });

  it('cuts long output into pieces that a message can carry', () => {
    const buffer = openOutputBuffer();
    buffer.push('stdout', Buffer.alloc(OUTPUT_MAX_BYTES + 1));
    expect(buffer.at(0)?.bytes).toHaveLength(OUTPUT_MAX_BYTES);
    expect(buffer.at(OUTPUT_MAX_BYTES)?.bytes).toHaveLength(1);
  });

  it('counts short pieces by what they cost, so that many of them are not kept', () => {
    const buffer = openOutputBuffer();
    let pieces = 0;
    for (; buffer.cost() < PAUSE_AT_BYTES; pieces += 1) buffer.push('stdout', Buffer.from('x'));
    expect(pieces).toBeLessThan(BUFFER_MAX_BYTES / 256);
  });
});
