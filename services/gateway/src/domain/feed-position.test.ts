import { serviceNames } from '@muster/contracts';
import { expect, it } from 'vitest';
import { markOf, positionsIn, start, textsOf, type Positions } from './feed-position.ts';

const positions = Object.fromEntries(serviceNames.map((service, index) => [
  service, index === 0 ? start : { seq: index * 1_000, mark: markOf(`0197-${index}abcdef`) },
])) as unknown as Positions;

it('comes back from its texts as it was', () => {
  expect(positionsIn(textsOf(positions))).toEqual(positions);
});

it.each([
  [], [1, 2, 3], ['0.', '0.', '0.', '0.', '0.'], ['0.abcdef', '0.', '0.', '0.', '0.', '0.'],
  ['5.', '0.', '0.', '0.', '0.', '0.'], ['-5.abcdef', '0.', '0.', '0.', '0.', '0.'],
  ['01.abcdef', '0.', '0.', '0.', '0.', '0.'],
])('is nothing where a text is none: %j', (...texts) => {
  expect(positionsIn(texts)).toBeUndefined();
});
