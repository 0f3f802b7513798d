/**
 * The replicas of a service that are alive, as one of them knows them by their beats. Its own beats,
 * which it hears too, are its clock: while it is disconnected or stands still, no other one is gone.
 */
import { z } from 'zod';
import { PARTITIONS } from '../../nats/subjects.ts';
import { assignPartitions } from './assignment.ts';

/** Rounds without a beat of a replica after which it is gone: two to three seconds. */
const ROUNDS_MAX = 3;
/** Rounds for which the holder of a partition may finish before its next owner begins. */
const HANDOVER_ROUNDS_MAX = 5;

export const Beat = z.object({
  replica: z.string().max(256),
  /** Counts its regular beats; further ones until the next have the same number. */
  round: z.int().min(0),
  /** Partitions whose events it takes, or has not applied yet. */
  holds: z
    .array(
      z
        .int()
        .min(0)
        .max(PARTITIONS - 1),
    )
    .max(PARTITIONS),
  /** It stops: it gets no partition, and is gone when it holds none. */
  leaves: z.boolean(),
});
export type Beat = z.output<typeof Beat>;

export interface LivingReplicas {
  /** Whether the replica was unknown. */
  heard(beat: Beat): boolean;
  /** Whether no other replica is known. */
  isAlone(): boolean;
  /** Whether the partition is this replica's, and no other one has events of it to finish. */
  mayTake(partition: number): boolean;
  /** Whether the partition is this replica's. */
  isOwn(partition: number): boolean;
  /** This replica stops. */
  leave(): void;
  leaves(): boolean;
}

interface Other {
  readonly beat: Beat;
  /** The own round in which it was heard last. */
  readonly round: number;
}

export function openLivingReplicas(self: string): LivingReplicas {
  const others = new Map<string, Other>();
  let isLeaving = false;
  let round = 0;
  /** Own partitions, and the rounds in which they became so. */
  let own = new Map<number, number>();
  let assigned = '';
  /** Hashes, so it is done only when another set of replicas shares the partitions. */
  const assign = (): void => {
    const staying = [...others].flatMap(([replica, { beat }]) => (beat.leaves ? [] : [replica]));
    const sharing = isLeaving ? [] : [self, ...staying].toSorted();
    if (sharing.join() === assigned) return;
    assigned = sharing.join();
    const owners = [...assignPartitions(sharing)].filter(([, owner]) => owner === self);
    own = new Map(owners.map(([partition]) => [partition, own.get(partition) ?? round]));
  };
  const begin = (next: number): void => {
    round = next;
    for (const [replica, other] of others) {
      if (round - other.round >= ROUNDS_MAX) others.delete(replica);
    }
  };
  assign();
  return {
    heard(beat) {
      const { replica } = beat;
      const isUnknown = replica !== self && !others.has(replica);
      if (replica === self) begin(beat.round);
      else if (beat.leaves && beat.holds.length === 0) others.delete(replica);
      else others.set(replica, { beat, round });
      assign();
      return isUnknown;
    },
    isAlone: () => others.size === 0,
    mayTake(partition) {
      const since = own.get(partition);
      if (since === undefined) return false;
      const isHeld = [...others.values()].some(({ beat }) => beat.holds.includes(partition));
      return !isHeld || round - since >= HANDOVER_ROUNDS_MAX;
    },
    isOwn: (partition) => own.has(partition),
    leave() {
      isLeaving = true;
      assign();
    },
    leaves: () => isLeaving,
  };
}
