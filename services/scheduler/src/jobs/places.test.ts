import { expect, it } from 'vitest';
import { openPlaces } from './places.ts';

const opened = (count: number) => {
  const places = openPlaces(count);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const take = (name: number): Promise<void> =>
    places.take(() => {
      begun.push(name);
      return new Promise((end) => ends.push(end));
    });
  return { places, begun, ends, take };
};
const soon = () => new Promise<void>((next) => {
  setImmediate(next);
});

it('does as much at a time as there are places, in the order of arrival', async () => {
  const { begun, ends, take } = opened(2);
  const works = [1, 2, 3, 4].map(take);
  await soon();
  expect(begun).toEqual([1, 2]);
  ends.shift()?.();
  await works[0];
  await soon();
  expect(begun).toEqual([1, 2, 3]);
  while (begun.length < 4 || ends.length > 0) {
    ends.shift()?.();
    await soon();
  }
  await Promise.all(works);
  const last = take(5);
  await soon();
  expect(begun).toEqual([1, 2, 3, 4, 5]);
  ends.shift()?.();
  await last;
});

it('gives a place back when work fails', async () => {
  const { places, begun, take } = opened(1);
  await expect(places.take(() => Promise.reject(new Error('x')))).rejects.toThrow('x');
  void take(1);
  await soon();
  expect(begun).toEqual([1]);
});

it('does nothing any more of what waits when it is stopped', async () => {
  const { places, begun, ends, take } = opened(1);
  const first = take(1);
  const waiting = take(2);
  places.stop();
  await waiting;
  await take(3);
  ends.shift()?.();
  await first;
  expect(begun).toEqual([1]);
});
