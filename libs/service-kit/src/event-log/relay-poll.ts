/** The poll of the event log, for events whose writer died between its commit and the publication. */
import type { Db } from '../postgres/sql.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { COMPANIES_MAX, decideFindings, type OwnEvents } from './relay-decision.ts';
import { listUnpublished } from './relay-store.ts';

/** Interval of the poll. Requests that need such events read the log at once. */
const POLL_MS = 2_000;

export interface PollOptions {
  readonly db: Db;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly own: OwnEvents;
  readonly onFound: (companyIds: readonly string[]) => void;
}

export interface Poll {
  start(): void;
  stop(): void;
}

export function openPoll({ db, metrics, log, own, onFound }: PollOptions): Poll {
  let interval: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;
  let isStopped = false;
  const poll = async (): Promise<void> => {
    const found = decideFindings(await listUnpublished(db, COMPANIES_MAX), own);
    metrics.outboxOldest.set(found.oldestSeconds);
    if (isStopped) return;
    onFound(found.abandoned);
    clearTimeout(again);
    if (found.againAfterMs !== undefined) again = setTimeout(look, found.againAfterMs).unref();
  };
  const look = (): void => {
    poll().catch((error: unknown) => log.warn({ err: error }, 'polling the event log failed'));
  };
  return {
    start() {
      // The process before this one may have died with events to publish.
      look();
      interval = setInterval(look, POLL_MS).unref();
    },
    stop() {
      isStopped = true;
      clearInterval(interval);
      clearTimeout(again);
    },
  };
}
