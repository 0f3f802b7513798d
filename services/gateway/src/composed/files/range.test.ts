import { expect, it } from 'vitest';
import { rangeOf } from './range.ts';

it.each([
  [undefined, undefined],
  ['bytes=0-9', { first: 0, last: 9 }],
  ['bytes=90-', { first: 90, last: 99 }],
  ['bytes=90-1000', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=9-0', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=-', undefined],
  ['lines=0-1', undefined],
  ['bytes=0-1e3', undefined],
])('reads %s of a hundred bytes as %j', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range);
});

it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('refuses %s of a hundred bytes', (header) => {
  expect(() => rangeOf(header, 100)).toThrow('behind the end');
});
