/** Reacting to other services' events: lanes for speed, catch-up for what they did not bring. */
import { applyEvents } from './apply.ts';
import { openCatchUp, type CatchUpOptions } from './catch-up.ts';
import { startLanes } from './lanes.ts';
import { openPassed } from './passed.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Db } from './sql.ts';
import type { Subjects } from './subjects.ts';

/** How often failed events that are due are tried again. */
const RETRY_SWEEP_MS = 2_000;

/** Lanes open one after the other; one sweep serves all that open within this time. */
const OPENED_SETTLE_MS = 50;

export interface ReactOptions extends Omit<CatchUpOptions, 'passed'> {
  /** Where cursors that were only passed over are written. */
  readonly redoable: Db;
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  readonly replica: string;
  readonly sweepMs: number;
}

export interface Reactor {
  /** Compares and catches up now. */
  sweep(): Promise<void>;
  /** Reads what is missing of one company from its producer's log, in the background. */
  catchUp(producer: string, companyId: string): void;
  /** Writes what was only passed over of one company, for somebody who waits for it. */
  flush(producer: string, companyId: string): Promise<void>;
  drain(): Promise<void>;
}

export function startReactor(parts: ReactOptions): Reactor {
  const { log } = parts;
  const inBackground = (work: () => Promise<void>, what: string) => () => {
    work().catch((error: unknown) => log.warn({ err: error }, what));
  };
  const catchUpLater = (producer: string, companyId: string): void => {
    inBackground(async () => {
      await catchUp.company(producer, companyId);
    }, 'catching up failed')();
  };
  const passed = openPassed({
    db: parts.redoable,
    behind: catchUpLater,
    moved: ({ producer, companyId }) => parts.applied(producer, companyId),
    failed: (error) => log.warn({ err: error }, 'cursors could not be moved'),
  });
  const options = { ...parts, passed };
  const catchUp = openCatchUp(options);
  const sweep = inBackground(catchUp.sweep, 'a sweep of the logs failed');
  const timers = [
    setInterval(sweep, options.sweepMs),
    setInterval(inBackground(catchUp.retryDue, 'a retry failed'), RETRY_SWEEP_MS),
  ];
  let opening: NodeJS.Timeout | undefined;
  const lanes = startLanes({
    ...options,
    consumer: options.contract.name,
    apply: (deliveries) => applyEvents(options, deliveries),
    catchUp: catchUp.company,
    opened: () => {
      clearTimeout(opening);
      opening = setTimeout(sweep, OPENED_SETTLE_MS);
    },
  });
  return {
    sweep: catchUp.sweep,
    catchUp: catchUpLater,
    flush: passed.flush,
    async drain() {
      for (const timer of timers) clearInterval(timer);
      clearTimeout(opening);
      await lanes.drain();
      await passed.drain();
    },
  };
}

