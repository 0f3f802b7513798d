import { expect, it } from 'vitest';
import { lineReader } from './line-reader.ts';

const LINE_MAX = 1_048_576;

/** The lines and the text of a stream that arrives in these chunks. */
function read(chunks: readonly Uint8Array[]): { lines: string[]; text: string } {
  const lines: string[] = [];
  const reader = lineReader((line) => lines.push(line));
  const text = [...chunks, undefined].map((chunk) => reader.read(chunk)).join('');
  return { lines, text };
}

it('reads the same lines wherever the bytes are split, also within a character', () => {
  const text = '{"said":"žluťoučký 🐎"}\n\nlast, without an end €';
  const bytes = Buffer.from(text);
  for (let at = 0; at <= bytes.length; at += 1) {
    const split = read([bytes.subarray(0, at), bytes.subarray(at)]);
    expect(split).toStrictEqual({ lines: text.split('\n'), text });
  }
  const one = read([...bytes].map((byte) => Uint8Array.of(byte)));
  expect(one).toStrictEqual({ lines: text.split('\n'), text });
});

it('passes on a line of a mebibyte whole, and the beginning of a longer one', () => {
  const chunk = Buffer.alloc(65_536, 'x');
  const longest = Array.from({ length: LINE_MAX / chunk.length }, () => chunk);
  const { lines } = read([...longest, Buffer.from('\n'), ...longest, chunk, Buffer.from('\nnext')]);
  expect(lines.map(({ length }) => length)).toStrictEqual([LINE_MAX, LINE_MAX, 4]);
});

it('replaces bytes that are no text, and NUL, which Postgres cannot store', () => {
  expect(read([Uint8Array.of(0x61, 0xff, 0x00, 0x0a, 0xe2, 0x82)])).toStrictEqual({
    lines: ['a\uFFFD\uFFFD', '\uFFFD'],
    text: 'a\uFFFD\uFFFD\n\uFFFD',
  });
});
