import { expect, it, describe } from 'vitest';
import { PARTITIONS } from '../../nats/subjects.ts';
import { assignPartitions } from './assignment.ts';

const replicas = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `replica-${index}`);

const sharesOf = (owners: ReadonlyMap<number, string>): number[] =>
  [...Map.groupBy(owners.values(), (owner) => owner).values()].map(({ length }) => length);

describe('the assignment of partitions', () => {
  it.each([1, 2, 3, 7, 8, 9, 50])(
    'gives each partition one owner, and none of %i more than a share',
    (count) => {
      const owners = assignPartitions(replicas(count));
      expect([...owners.keys()].toSorted((a, b) => a - b)).toEqual([...Array(PARTITIONS).keys()]);
      expect(Math.max(...sharesOf(owners))).toBeLessThanOrEqual(Math.ceil(PARTITIONS / count));
    },
  );

  it('is the same in whatever order the replicas are known', () => {
    const known = replicas(20);
    expect(assignPartitions(known.toReversed())).toEqual(assignPartitions(known));
  });

  it('moves few partitions when a replica comes to fifty', () => {
    let moved = 0;
    for (let turn = 0; turn < 50; turn += 1) {
      const known = replicas(50).map((name) => `${name} ${turn}`);
      const before = assignPartitions(known);
      const after = assignPartitions([...known, `new ${turn}`]);
      moved += [...before].filter(([partition, owner]) => after.get(partition) !== owner).length;
    }
    expect(moved).toBeLessThan(25);
  });

  it('gives nothing away where no replica is left', () => {
    expect(assignPartitions([]).size).toBe(0);
  });
});
