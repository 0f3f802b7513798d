/**
 * Notifications that a log has grown, without the event: for feeds, which read the event from its
 * log. A notification that is published while the connection is down is lost, so every listener is
 * called on reconnect, and feeds poll as well.
 */
import { serviceNames, type ServiceName } from '@muster/contracts';
import type { Msg, Subscription } from '@nats-io/transport-node';
import { listen, type Listener } from './listen.ts';
import { readLogMessage } from './log-message.ts';
import { onReconnect } from './nats.ts';
import { partitionOf, type Subjects } from './subjects.ts';

/** Called with the producer whose log has grown, and its new head. */
export type LogListener = (producer: ServiceName, seq: number) => void;

export interface LogNotifications {
  /** Returns how to stop watching. */
  watch(companyId: string, listener: LogListener): () => void;
  close(): void;
}

/** Head of every log after a reconnect: greater than any number. */
const UNKNOWN_HEAD = Infinity;

export function openLogNotifications({
  nats,
  log,
  subjects,
}: Listener & { readonly subjects: Subjects }): LogNotifications {
  const watched = new Map<string, Set<LogListener>>();
  const notify = (message: Msg): void => {
    const { producer, logs } = readLogMessage(subjects, message);
    for (const { companyId, last } of logs) {
      for (const listener of watched.get(companyId) ?? []) listener(producer, last);
    }
  };
  const partitions = openPartitions((partition) =>
    listen({ nats, log }, subjects.log('*', partition), notify),
  );
  onReconnect(nats, () => {
    for (const listeners of watched.values()) {
      for (const listener of listeners) {
        for (const producer of serviceNames) listener(producer, UNKNOWN_HEAD);
      }
    }
  });
  return {
    watch(companyId, listener) {
      const listeners = watched.get(companyId) ?? new Set();
      if (listeners.size === 0) {
        watched.set(companyId, listeners);
        partitions.open(partitionOf(companyId));
      }
      listeners.add(listener);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        watched.delete(companyId);
        partitions.close(partitionOf(companyId));
      };
    },
    close() {
      watched.clear();
      partitions.closeAll();
    },
  };
}

/** One subscription per partition, while any of its companies is watched. */
function openPartitions(subscribe: (partition: number) => Subscription) {
  const open = new Map<number, { readonly subscription: Subscription; companies: number }>();
  return {
    open(partition: number): void {
      const known = open.get(partition);
      if (known) known.companies += 1;
      else open.set(partition, { subscription: subscribe(partition), companies: 1 });
    },
    close(partition: number): void {
      const known = open.get(partition);
      if (!known) return;
      known.companies -= 1;
      if (known.companies > 0) return;
      open.delete(partition);
      known.subscription.unsubscribe();
    },
    closeAll(): void {
      for (const { subscription } of open.values()) subscription.unsubscribe();
      open.clear();
    },
  };
}
