/**
 * Hearing that something was said, without the event itself: for those who follow a log and read
 * it from where it is kept. What is published while the connection is away is heard of by nobody,
 * so everybody is woken when it is back, and who follows looks from time to time all the same.
 */
import { serviceNames, type ServiceName } from '@muster/contracts';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { placeOf } from './message-id.ts';
import { laneOf, type Subjects } from './subjects.ts';

/** Told whose log has grown, and how far. */
export type Wake = (producer: ServiceName, seq: number) => void;

export interface Wakes {
  /** Until the returned function is called. */
  watch(companyId: string, wake: Wake): () => void;
  close(): void;
}

/** As if everything had grown: a number that no log has reached. */
const ANY_SEQ = Infinity;

export function openWakes(nats: NatsConnection, subjects: Subjects): Wakes {
  const watched = new Map<string, Set<Wake>>();
  const hear = (error: Error | null, message: Msg): void => {
    const place = error ? undefined : placeOf(message.headers?.get('Nats-Msg-Id'));
    if (!place) return;
    for (const wake of watched.get(place.companyId) ?? []) wake(place.producer, place.seq);
  };
  const lanes = openLanes((lane) =>
    nats.subscribe(subjects.eventsOf('*', lane), { callback: hear }));
  void whenBack(nats, () => {
    for (const wakes of watched.values()) {
      for (const wake of wakes) for (const producer of serviceNames) wake(producer, ANY_SEQ);
    }
  });
  return {
    watch(companyId, wake) {
      const wakes = watched.get(companyId) ?? new Set();
      if (wakes.size === 0) {
        watched.set(companyId, wakes);
        lanes.open(laneOf(companyId));
      }
      wakes.add(wake);
      return () => {
        if (!wakes.delete(wake) || wakes.size > 0) return;
        watched.delete(companyId);
        lanes.close(laneOf(companyId));
      };
    },
    close() {
      watched.clear();
      lanes.closeAll();
    },
  };
}

async function whenBack(nats: NatsConnection, wakeAll: () => void): Promise<void> {
  for await (const { type } of nats.status()) if (type === 'reconnect') wakeAll();
}

/** One subscription a lane, as long as any of its companies is watched. */
function openLanes(subscribe: (lane: number) => Subscription) {
  const lanes = new Map<number, { readonly subscription: Subscription; companies: number }>();
  return {
    open(lane: number): void {
      const known = lanes.get(lane);
      if (known) known.companies += 1;
      else lanes.set(lane, { subscription: subscribe(lane), companies: 1 });
    },
    close(lane: number): void {
      const known = lanes.get(lane);
      if (!known) return;
      known.companies -= 1;
      if (known.companies > 0) return;
      lanes.delete(lane);
      known.subscription.unsubscribe();
    },
    closeAll(): void {
      for (const { subscription } of lanes.values()) subscription.unsubscribe();
      lanes.clear();
    },
  };
}
