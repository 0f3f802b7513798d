import { describe, expect, it } from 'vitest';
import { PARTITIONS } from '../../nats/subjects.ts';
import { openLivingReplicas, type Beat, type LivingReplicas } from './living-replicas.ts';

const ALL = [...Array(PARTITIONS).keys()];
const beat = (replica: string, round: number, more: Partial<Beat> = {}): Beat => ({
  replica,
  round,
  holds: [],
  leaves: false,
  ...more,
});

const ownOf = (living: LivingReplicas): number[] => ALL.filter((each) => living.isOwn(each));
const mayTake = (living: LivingReplicas): number[] => ALL.filter((each) => living.mayTake(each));

describe('the living replicas', () => {
  it('leave all partitions to one that is alone', () => {
    expect(mayTake(openLivingReplicas('a'))).toEqual(ALL);
  });

  it('know whether there are others', () => {
    const a = openLivingReplicas('a');
    a.heard(beat('a', 0));
    expect(a.isAlone()).toBe(true);
    a.heard(beat('b', 0));
    expect(a.isAlone()).toBe(false);
    a.heard(beat('b', 1, { leaves: true }));
    expect(a.isAlone()).toBe(true);
  });

  it('share the partitions alike in all of them', () => {
    const [a, b] = [openLivingReplicas('a'), openLivingReplicas('b')];
    expect(a.heard(beat('b', 0))).toBe(true);
    expect(b.heard(beat('a', 0))).toBe(true);
    expect([...ownOf(a), ...ownOf(b)].toSorted((x, y) => x - y)).toEqual(ALL);
    expect(a.heard(beat('b', 1))).toBe(false);
  });

  it('let the holder of a partition finish before its next owner begins, for five rounds', () => {
    const a = openLivingReplicas('a');
    a.heard(beat('b', 0, { holds: ALL }));
    expect(mayTake(a)).toEqual([]);
    a.heard(beat('b', 0, { holds: [] }));
    expect(mayTake(a)).toEqual(ownOf(a));
    for (let round = 1; round <= 5; round += 1) {
      a.heard(beat('b', round, { holds: ALL }));
      expect(mayTake(a)).toEqual([]);
      a.heard(beat('a', round));
    }
    expect(mayTake(a)).toEqual(ownOf(a));
  });

  it('forget one that is silent for three rounds, with what it held', () => {
    const a = openLivingReplicas('a');
    a.heard(beat('b', 7, { holds: ALL }));
    for (const round of [1, 2]) a.heard(beat('a', round));
    expect(mayTake(a)).toEqual([]);
    a.heard(beat('a', 3));
    expect(mayTake(a)).toEqual(ALL);
    expect(a.heard(beat('b', 8))).toBe(true);
  });

  it('count further beats of a second, and a time without own beats, as no round', () => {
    const a = openLivingReplicas('a');
    a.heard(beat('b', 0));
    for (let count = 0; count < 10; count += 1) a.heard(beat('a', 1));
    expect(ownOf(a).length).toBeLessThan(PARTITIONS);
  });

  it('get the partitions of one that leaves when it has released them', () => {
    const a = openLivingReplicas('a');
    a.heard(beat('b', 0, { holds: [3] }));
    a.heard(beat('b', 0, { holds: [3], leaves: true }));
    expect(ownOf(a)).toEqual(ALL);
    expect(mayTake(a)).toEqual(ALL.filter((each) => each !== 3));
    a.heard(beat('b', 1, { leaves: true }));
    expect(mayTake(a)).toEqual(ALL);
  });

  it('get nothing after they have left', () => {
    const a = openLivingReplicas('a');
    a.leave();
    expect(ownOf(a)).toEqual([]);
  });
});
