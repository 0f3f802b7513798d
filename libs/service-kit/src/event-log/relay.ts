/**
 * The relay publishes committed events from the event log to JetStream. This is its loop: a commit
 * wakes it for its company, and a poll finds events whose writer died before it could. The stream is
 * a fast path only: what it loses, consumers read from the log.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Db } from '../postgres/sql.ts';
import { detached } from '../telemetry/span.ts';
import { COMPANIES_MAX, companiesOfPass, nextPassAt } from './relay-decision.ts';
import { runPass, type PassOptions } from './relay-pass.ts';
import { listUnpublished } from './relay-store.ts';

/**
 * Interval of the poll for events that did not wake the relay: their writer died between its commit
 * and the publication. Requests that need them read the log at once.
 */
const POLL_MS = 2_000;
const PUBLISH_TIMEOUT_MS = 2_000;

export interface Relay {
  /** Wakes the relay for a company that has events to publish. */
  nudge(companyId: string): void;
  /** From here on events are published. */
  start(): void;
  drain(): Promise<void>;
}

export interface RelayOptions extends Omit<PassOptions, 'stream'> {
  readonly db: Db;
  readonly nats: NatsConnection;
}

export function openRelay(options: RelayOptions): Relay {
  const pass = { ...options, stream: jetstream(options.nats, { timeout: PUBLISH_TIMEOUT_MS }) };
  const waiting = new Set<string>();
  let state: 'opened' | 'started' | 'draining' = 'opened';
  let poll: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let notBefore = 0;
  const wake = (): void => {
    // A pass publishes events of many requests, so it is no part of the span that woke it.
    running ??= detached(runPasses).finally(() => {
      running = undefined;
      // A company may have been added after the last check and before this line.
      if (waiting.size > 0 && state === 'started') wake();
    });
  };
  const runPasses = async (): Promise<void> => {
    while (waiting.size > 0) {
      const early = notBefore - performance.now();
      if (early > 0 && state === 'started') await pause(early);
      const startedAt = performance.now();
      const companies = companiesOfPass(waiting);
      for (const companyId of companies) waiting.delete(companyId);
      const outcome = await runPass(pass, companies);
      notBefore = nextPassAt(startedAt, outcome);
      for (const companyId of outcome.again) waiting.add(companyId);
      if (state === 'draining') return;
      const onlyRepeats = waiting.size === outcome.again.length;
      if (outcome.pauseMs > 0 && onlyRepeats) await pause(outcome.pauseMs);
    }
  };
  const publish = (companyIds: readonly string[]): void => {
    for (const companyId of companyIds) waiting.add(companyId);
    if (waiting.size > 0 && state === 'started') wake();
  };
  return {
    nudge: (companyId) => publish([companyId]),
    start() {
      state = 'started';
      poll = startPoll(options, publish);
    },
    async drain() {
      state = 'draining';
      clearInterval(poll);
      await running;
      if (waiting.size > 0) await runPass(pass, [...waiting]);
    },
  };
}

function startPoll(
  { db, metrics, log }: RelayOptions,
  found: (companyIds: readonly string[]) => void,
): NodeJS.Timeout {
  const poll = async (): Promise<void> => {
    const unpublished = await listUnpublished(db, COMPANIES_MAX);
    metrics.outboxOldest.set(Math.max(0, ...unpublished.map(({ ageSeconds }) => ageSeconds)));
    found(unpublished.map(({ companyId }) => companyId));
  };
  const look = (): void => {
    poll().catch((error: unknown) => log.warn({ err: error }, 'polling the event log failed'));
  };
  // The process before this one may have died with events to publish.
  look();
  return setInterval(look, POLL_MS).unref();
}
