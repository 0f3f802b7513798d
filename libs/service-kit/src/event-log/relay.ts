/**
 * The relay publishes committed events to JetStream. A write hands it its events after the commit,
 * and they are published from memory (`committed-events.ts`). What memory does not hold, what was not
 * accepted, and what a process that died has left behind is read from the log (`log-passes.ts`). The
 * stream is a fast path only: what it loses, consumers read from the log.
 */
import type { Pool } from 'pg';
import type { SendRequest } from '../nats/requests.ts';
import { openStreamPublisher } from '../nats/stream-publisher.ts';
import { dbOn, type Db } from '../postgres/sql.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { openCommittedEvents, type Commit, type CommittedEvents } from './committed-events.ts';
import type { Held } from './event-memory.ts';
import type { LoggedEvent } from './logged-event.ts';
import { openLogPasses } from './log-passes.ts';
import { openPublications, type Publications } from './publications.ts';
import type { PublishOptions } from './publish-event.ts';
import { openPublishingLoop } from './publishing-loop.ts';
import type { OwnEvents } from './relay-decision.ts';
import { openPoll } from './relay-poll.ts';

/** Events in memory that JetStream has not accepted yet; each is below 200 KB. */
const MEMORY: Held = { events: 2_000, bytes: 16 * 1_048_576 };

export interface Relay {
  /** A commit with events of the company begins; its outcome is told to what this returns. */
  begin(companyId: string): Commit;
  /** From here on events are published. */
  start(): void;
  drain(): Promise<void>;
}

export interface RelayOptions extends Omit<PublishOptions, 'stream'> {
  readonly db: Db;
  /** Commits asynchronously. */
  readonly pool: Pool;
  readonly request: SendRequest;
  readonly metrics: Metrics;
  readonly log: Logger;
}

export function openRelay(options: RelayOptions, memory = MEMORY): Relay {
  const stream = openStreamPublisher(options.request);
  const isRead = (companyId: string): boolean => passes.isRead(companyId);
  const readLog = (companyId: string): void => {
    committed.drop(companyId);
    passes.readToEnd(companyId);
  };
  const publications = openPublications({
    ...options,
    db: dbOn(options.pool),
    stream,
    isRead,
    onGap: (companyId) => passes.add([companyId]),
  });
  const committed = openCommittedEvents({
    max: memory,
    isRead,
    onNotKept: readLog,
    onReady: () => loop.wake(),
  });
  const loop = openPublishingLoop(committed, async (event) => {
    const { error } = await publications.publish(event);
    committed.release(event);
    if (error === undefined) return;
    if (!isRead(event.companyId)) reportRejection(options, event, error);
    readLog(event.companyId);
  });
  const passes = openLogPasses({ ...options, publications, onRead: committed.drop });
  const poll = openPoll({
    ...options,
    own: ownEvents(committed, publications),
    onFound: passes.add,
  });
  return {
    begin: committed.begin,
    start() {
      loop.start();
      passes.start();
      poll.start();
    },
    async drain() {
      poll.stop();
      loop.stop();
      await publications.settled();
      await passes.drain();
      await publications.drain();
    },
  };
}

const ownEvents = (committed: CommittedEvents, publications: Publications): OwnEvents => ({
  isKnown: (companyId, seq) => committed.has(companyId, seq) || publications.has(companyId, seq),
  isPublished: publications.hasPublished,
});

function reportRejection(
  { metrics, log }: RelayOptions,
  { companyId }: LoggedEvent,
  error: unknown,
): void {
  metrics.publishFailures.inc();
  log.warn({ err: error, companyId }, 'JetStream did not accept an event');
}
