/**
 * The loop that publishes committed events from memory. A lone event goes at the end of the tick, in
 * one write to the socket with the answer to its request. The next pass waits for the acks of the one
 * before and for its pace, so that under load events share a pass: each burst of messages wakes the
 * server and every consumer, which costs more than the messages.
 */
import { endOfTick } from '../nats/end-of-tick.ts';
import { detached } from '../telemetry/span.ts';
import type { CommittedEvents } from './committed-events.ts';
import type { LoggedEvent } from './logged-event.ts';
import { nextPassAt } from './relay-decision.ts';

/** Longest wait for the acks of a pass. */
const ACKS_MAX_MS = 50;

export interface PublishingLoop {
  /** Events may be taken. */
  wake(): void;
  /** From here on events are published. */
  start(): void;
  /** Publishes all that waits, and nothing after it. */
  stop(): void;
}

export function openPublishingLoop(
  committed: Pick<CommittedEvents, 'take' | 'nextAt'>,
  publish: (event: LoggedEvent) => Promise<void>,
): PublishingLoop {
  let state: 'opened' | 'started' | 'stopped' = 'opened';
  let notBefore = 0;
  const acks = openAcks(() => look());
  /** The pass that is due, and its timer, unless it is made at the end of this tick. */
  let due: { readonly at: number; readonly timer: NodeJS.Timeout | undefined } | undefined;
  const pass = (): void => {
    due = undefined;
    if (state !== 'started') return;
    const now = performance.now();
    const events = committed.take(now);
    if (events.length > 0) {
      notBefore = nextPassAt(now, events.length);
      acks.await(events.map(publish));
    }
    look();
  };
  const look = (): void => {
    const nextAt = committed.nextAt();
    if (nextAt !== undefined) schedule(nextAt);
  };
  const schedule = (earliest: number): void => {
    if (state !== 'started' || acks.areAwaited()) return;
    const at = Math.max(earliest, notBefore);
    if (due && due.at <= at) return;
    clearTimeout(due?.timer);
    const earlyMs = at - performance.now();
    const timer = earlyMs > 0 ? setTimeout(pass, Math.ceil(earlyMs)) : undefined;
    due = { at, timer };
    if (!timer) void endOfTick().then(pass);
  };
  // A pass publishes events of many requests, so it is no part of the span that woke it.
  const wake = (): void => detached(() => schedule(0));
  return {
    wake,
    start() {
      state = 'started';
      wake();
    },
    stop() {
      state = 'stopped';
      clearTimeout(due?.timer);
      for (const event of committed.take(Infinity)) void publish(event);
    },
  };
}

/** The acks of the last pass; `over` is called when they have come, or have taken too long. */
function openAcks(over: () => void) {
  let pass: object | undefined;
  return {
    areAwaited: () => pass !== undefined,
    await(acks: readonly Promise<void>[]): void {
      const own = {};
      pass = own;
      const end = (): void => {
        clearTimeout(timer);
        if (pass !== own) return;
        pass = undefined;
        over();
      };
      const timer = setTimeout(end, ACKS_MAX_MS);
      void Promise.all(acks).then(end);
    },
  };
}
