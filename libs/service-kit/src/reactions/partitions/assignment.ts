/**
 * Which replica takes the events of which partition: rendezvous hashing with a bound, so that every
 * replica has its share, and a replica that comes or goes moves few partitions but its own.
 */
import { createHash } from 'node:crypto';
import { PARTITIONS } from '../../nats/subjects.ts';

interface Bid {
  readonly partition: number;
  readonly replica: string;
  readonly score: string;
}

/** The owner of each partition, the same in every replica that knows of the same ones. */
export function assignPartitions(replicas: readonly string[]): ReadonlyMap<number, string> {
  const shareMax = Math.ceil(PARTITIONS / replicas.length);
  const owners = new Map<number, string>();
  const shares = new Map<string, number>();
  for (const { partition, replica } of bidsOf(replicas)) {
    const share = shares.get(replica) ?? 0;
    if (owners.has(partition) || share >= shareMax) continue;
    owners.set(partition, replica);
    shares.set(replica, share + 1);
  }
  return owners;
}

/** Of every replica for every partition, the highest first. */
const bidsOf = (replicas: readonly string[]): Bid[] =>
  replicas
    .flatMap((replica) =>
      Array.from({ length: PARTITIONS }, (_, partition) => ({
        partition,
        replica,
        score: createHash('sha1').update(`${replica} ${partition}`).digest('hex'),
      })),
    )
    .toSorted((a, b) => (a.score < b.score ? 1 : -1));
