import { expect, it } from 'vitest';
import { placeOfLine } from './line-places.ts';

it('finds the bytes of a line, also behind letters of several bytes and of a log that begins later', () => {
  const log = { start: 100, text: 'über\nkey=abc\n\nend' };
  expect(placeOfLine(log, 0)).toEqual({ from: 100, to: 105 });
  expect(placeOfLine(log, 1)).toEqual({ from: 106, to: 113 });
  expect(placeOfLine(log, 3)).toEqual({ from: 115, to: 118 });
  expect([placeOfLine(log, 2), placeOfLine(log, 4)]).toEqual([undefined, undefined]);
});
