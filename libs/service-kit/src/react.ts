/** Reacting to other services' events: lanes for speed, catch-up for what they did not bring. */
import { applyEvents } from './apply.ts';
import { openCatchUp, type CatchUpOptions } from './catch-up.ts';
import { startLanes } from './lanes.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Subjects } from './subjects.ts';

/** How often failed events that are due are tried again. */
const RETRY_SWEEP_MS = 1_000;

export interface ReactOptions extends CatchUpOptions {
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
  drain(): Promise<void>;
}

export function startReactor(options: ReactOptions): Reactor {
  const catchUp = openCatchUp(options);
  const { log } = options;
  const inBackground = (work: () => Promise<void>, what: string) => () => {
    work().catch((error: unknown) => log.warn({ err: error }, what));
  };
  const sweep = inBackground(catchUp.sweep, 'a sweep of the logs failed');
  const timers = [
    setInterval(sweep, options.sweepMs),
    setInterval(inBackground(catchUp.retryDue, 'a retry failed'), RETRY_SWEEP_MS),
  ];
  const lanes = startLanes({
    consumer: options.contract.name,
    producers: options.producers,
    replica: options.replica,
    nats: options.nats,
    subjects: options.subjects,
    log,
    apply: (events) => applyEvents(options, events),
    catchUp: catchUp.company,
    rebuilt: sweep,
  });
  sweep();
  return {
    sweep: catchUp.sweep,
    catchUp(producer, companyId) {
      inBackground(async () => {
        await catchUp.company(producer, companyId);
      }, 'catching up failed')();
    },
    async drain() {
      for (const timer of timers) clearInterval(timer);
      await lanes.drain();
    },
  };
}

