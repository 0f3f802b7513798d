/**
 * Which partitions this replica takes events from. The replicas of a service tell each other every
 * second that they are alive and what they hold, and each computes from that who owns what. An owner
 * that loses a partition applies what it has received, and only then does the next one begin, so the
 * order of a company's events survives the handover. It decides nothing else: replicas that disagree
 * for a moment read gaps from the log, and the cursor in Postgres keeps events from being applied twice.
 *
 * Where NATS permits no beats, each replica owns all partitions, and the priorities of their pulls
 * decide.
 */
import { randomBytes } from 'node:crypto';
import type { Metrics } from '../../telemetry/metrics.ts';
import { openBeats, type BeatsOptions } from './beats.ts';
import { openLivingReplicas } from './living-replicas.ts';

/** From its first beat, once it has come back, until the others have answered it. */
const SETTLE_MS = 250;
/** The longest wait for its first beat: NATS may permit none. */
const UNHEARD_MS = 1_000;

export interface PartitionOwnership {
  /**
   * Resolves when this replica is to take the partition, with a signal that is aborted when it is to
   * give it up. Undefined if `stop` is aborted before.
   */
  take(partition: number, stop: AbortSignal): Promise<AbortSignal | undefined>;
  /** What was received of the partition is applied: its next owner may begin. */
  release(partition: number): void;
  /** This replica stops: others get its partitions as soon as they are released. */
  leave(): void;
  /** After the last release. */
  close(): void;
}

export interface PartitionOwnershipOptions extends Omit<
  BeatsOptions,
  'show' | 'heard' | 'isAlone'
> {
  readonly replica: string;
  readonly metrics: Pick<Metrics, 'partitionsHeld' | 'partitionHandovers'>;
}

export function openPartitionOwnership(options: PartitionOwnershipOptions): PartitionOwnership {
  const { metrics } = options;
  // Processes that were given one name are still two.
  const self = `${options.replica} ${randomBytes(4).toString('hex')}`;
  const living = openLivingReplicas(self);
  const held = new Map<number, AbortController>();
  const waiting = new Set<() => void>();
  const reconsider = (): void => {
    for (const [partition, given] of held) if (!living.isOwn(partition)) given.abort();
    if (settling.isOver()) for (const look of waiting) look();
  };
  const settling = openSettling(reconsider);
  const beats = openBeats({
    ...options,
    isAlone: living.isAlone,
    show: () => ({ replica: self, holds: [...held.keys()], leaves: living.leaves() }),
    heard: (beat) => {
      if (beat.replica === self) settling.ownBeat();
      if (living.heard(beat)) beats.soon();
      reconsider();
    },
  });
  const holdsChanged = (): void => {
    metrics.partitionsHeld.set(held.size);
    beats.soon();
  };
  return {
    async take(partition, stop) {
      await untilTrue(() => settling.isOver() && living.mayTake(partition), waiting, stop);
      if (stop.aborted) return undefined;
      const given = new AbortController();
      held.set(partition, given);
      metrics.partitionHandovers.inc();
      holdsChanged();
      return given.signal;
    },
    release(partition) {
      held.delete(partition);
      holdsChanged();
    },
    leave() {
      living.leave();
      beats.soon();
      reconsider();
    },
    close() {
      settling.cancel();
      beats.close();
    },
  };
}

interface Settling {
  /** This replica has heard itself: the others answer now. */
  ownBeat(): void;
  isOver(): boolean;
  cancel(): void;
}

/** The time after the start in which other replicas may be unknown; `over` is called at its end. */
function openSettling(over: () => void): Settling {
  let isOver = false;
  const settle = (): void => {
    isOver = true;
    over();
  };
  const unheard = setTimeout(settle, UNHEARD_MS + SETTLE_MS);
  let heard: NodeJS.Timeout | undefined;
  return {
    ownBeat: () => void (heard ??= setTimeout(settle, SETTLE_MS)),
    isOver: () => isOver,
    cancel() {
      clearTimeout(unheard);
      clearTimeout(heard);
    },
  };
}

/** Looks again whenever the functions in `waiting` are called. */
async function untilTrue(
  isTrue: () => boolean,
  waiting: Set<() => void>,
  stop: AbortSignal,
): Promise<void> {
  if (isTrue() || stop.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (): void => {
    if (isTrue() || stop.aborted) resolve();
  };
  waiting.add(look);
  stop.addEventListener('abort', look, { once: true });
  await promise;
  waiting.delete(look);
  stop.removeEventListener('abort', look);
}
