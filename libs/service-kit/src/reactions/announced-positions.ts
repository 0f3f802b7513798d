/**
 * Positions that a producer announces to this service before it answers the write. A request that is
 * made because of that answer arrives after the announcement, since one NATS server passes messages
 * on in the order in which they are sent to it. So a request about the company waits until the
 * position is applied, and the answer to the write need not.
 *
 * An announcement that is sent while this process is not connected is lost. For a while after it has
 * connected, the first request about a company has the producer's log read.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@muster/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import { announcersTo, POSITION } from '../nats/announced.ts';
import { subscribeLive } from '../nats/live.ts';
import { onReconnect } from '../nats/on-reconnect.ts';
import type { Subjects } from '../nats/subjects.ts';
import type { Db } from '../postgres/sql.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { AppliedSignal } from './applied-signal.ts';
import { awaitApplied } from './await-applied.ts';
import type { Reactor } from './react.ts';

/** Longest wait, and the time for which an announcement counts: as long as answers wait for effects. */
const WAIT_MAX_MS = 2_000;

export interface AnnouncedPositions {
  start(): void;
  /** Whether no request has anything to wait for. */
  isQuiet(): boolean;
  /** Resolves when what was announced of the company is applied, and after two seconds at the latest. */
  applied(companyId: string): Promise<void>;
  drain(): Promise<void>;
}

export interface AnnouncedPositionsOptions {
  readonly name: ServiceName;
  readonly nats: NatsConnection;
  readonly log: Logger;
  readonly subjects: Subjects;
  readonly db: Db;
  readonly signal: AppliedSignal;
  readonly reactor: Pick<Reactor, 'catchUp' | 'catchUpNow' | 'flush'>;
}

interface Position {
  readonly producer: ServiceName;
  readonly companyId: string;
  readonly seq: number;
}

export function openAnnouncedPositions(options: AnnouncedPositionsOptions): AnnouncedPositions {
  const { nats, db, signal, reactor } = options;
  const producers = announcersTo(options.name);
  const heard = openHeardPositions();
  const missed = openMissedPositions((companyId) =>
    Promise.allSettled(producers.map((producer) => reactor.catchUpNow(producer, companyId))),
  );
  let stops: (() => void)[] = [];
  const appliedOf = async (producer: ServiceName, companyId: string): Promise<void> => {
    const position = heard.get(producer, companyId);
    if (!position) return;
    const waitMs = Math.ceil(position.until - performance.now());
    await awaitApplied(db, signal, reactor, { ...position, waitMs, wantsHead: false });
    heard.forget(position);
  };
  return {
    start() {
      if (producers.length === 0) return;
      missed.may();
      onReconnect(nats, missed.may);
      stops = producers.map((producer) =>
        subscribeLive(options, { producer, companyId: '*', name: POSITION }, (message) =>
          heard.add({ ...(message as Omit<Position, 'producer'>), producer }),
        ),
      );
    },
    isQuiet: () => heard.isEmpty() && !missed.isPossible(),
    async applied(companyId) {
      await missed.found(companyId);
      await Promise.all(producers.map((producer) => appliedOf(producer, companyId)));
    },
    async drain() {
      for (const stop of stops) stop();
    },
  };
}

type HeardPosition = Position & { readonly until: number };

/** The newest position of each company, for as long as it counts. */
function openHeardPositions() {
  /** In the order of their times. */
  const positions = new Map<string, HeardPosition>();
  const keyOf = ({ producer, companyId }: Omit<Position, 'seq'>): string =>
    `${producer} ${companyId}`;
  const forgetOld = (): void => {
    const now = performance.now();
    for (const [key, { until }] of positions) {
      if (until > now) return;
      positions.delete(key);
    }
  };
  return {
    add(position: Position): void {
      const key = keyOf(position);
      const seq = Math.max(position.seq, positions.get(key)?.seq ?? 0);
      positions.delete(key);
      positions.set(key, { ...position, seq, until: performance.now() + WAIT_MAX_MS });
      forgetOld();
    },
    get(producer: ServiceName, companyId: string): HeardPosition | undefined {
      forgetOld();
      return positions.get(keyOf({ producer, companyId }));
    },
    forget(position: HeardPosition): void {
      const key = keyOf(position);
      // A newer one may have been announced meanwhile.
      if (positions.get(key) === position) positions.delete(key);
    },
    isEmpty(): boolean {
      forgetOld();
      return positions.size === 0;
    },
  };
}

/** Finds what was announced while this process could not hear it, once for each company. */
function openMissedPositions(readLogs: (companyId: string) => Promise<unknown>) {
  let complete = new Set<string>();
  let possibleUntil = 0;
  const isPossible = (): boolean => performance.now() <= possibleUntil;
  return {
    isPossible,
    may(): void {
      complete = new Set();
      possibleUntil = performance.now() + WAIT_MAX_MS;
    },
    async found(companyId: string): Promise<void> {
      const known = complete;
      if (!isPossible() || known.has(companyId)) return;
      await Promise.race([readLogs(companyId), pause(WAIT_MAX_MS, undefined, { ref: false })]);
      known.add(companyId);
    },
  };
}
