import { serviceNames } from '@muster/contracts';
import { expect, it } from 'vitest';
import { markOf, decodePositions, encodePositions, type Positions } from './feed-position.ts';

const positions = Object.fromEntries(
  serviceNames.map((service, index) => [
    service,
    index === 0
      ? { seq: 0, mark: '' }
      : { seq: index * 1_000, mark: markOf(`0197-${index}abcdef`) },
  ]),
) as unknown as Positions;

it('survives encoding and decoding', () => {
  expect(decodePositions(encodePositions(positions))).toEqual(positions);
});

it.each([
  [],
  ['0.', '0.', '0.', '0.', '0.'],
  ['0.abcdef', '0.', '0.', '0.', '0.', '0.'],
  ['5.', '0.', '0.', '0.', '0.', '0.'],
  ['-5.abcdef', '0.', '0.', '0.', '0.', '0.'],
  ['01.abcdef', '0.', '0.', '0.', '0.', '0.'],
])('is undefined if a text is invalid: %j', (...texts) => {
  expect(decodePositions(texts)).toBeUndefined();
});
