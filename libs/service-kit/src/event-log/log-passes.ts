/**
 * Publishing from the log, in passes: what memory does not hold, what JetStream has not accepted, and
 * what the poll finds.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { detached } from '../telemetry/span.ts';
import { companiesOfPass, nextPassAt, pauseAfter } from './relay-decision.ts';
import { runPass, type PassOptions } from './relay-pass.ts';

export interface LogPasses {
  /** The log of these companies has events to publish. */
  add(companyIds: readonly string[]): void;
  /** The same, and until the log is read to its end, further events of the company stay in it. */
  readToEnd(companyId: string): void;
  /** Whether events of the company stay in the log. */
  isRead(companyId: string): boolean;
  /** From here on passes are made. */
  start(): void;
  drain(): Promise<void>;
}

export interface LogPassesOptions extends Omit<PassOptions, 'reached' | 'rejected'> {
  /** The company's events up to this number are published by a pass. */
  readonly onRead: (companyId: string, upTo: number) => void;
}

export function openLogPasses(options: LogPassesOptions): LogPasses {
  const waiting = new Set<string>();
  const read = new Set<string>();
  const pass = passOptionsOf(options, read);
  let state: 'opened' | 'started' | 'draining' = 'opened';
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
      notBefore = nextPassAt(startedAt, outcome.count);
      for (const companyId of outcome.again) waiting.add(companyId);
      if (state === 'draining') return;
      const pauseMs = pauseAfter(outcome, waiting.size);
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  const add: LogPasses['add'] = (companyIds) => {
    for (const companyId of companyIds) waiting.add(companyId);
    if (waiting.size > 0 && state === 'started') wake();
  };
  return {
    add,
    readToEnd(companyId) {
      read.add(companyId);
      add([companyId]);
    },
    isRead: (companyId) => read.has(companyId),
    start() {
      state = 'started';
      add([]);
    },
    async drain() {
      state = 'draining';
      await running;
      if (waiting.size > 0) await runPass(pass, [...waiting]);
    },
  };
}

/** @param read companies whose log is to be read to its end */
const passOptionsOf = (options: LogPassesOptions, read: Set<string>): PassOptions => ({
  ...options,
  reached(companyId, upTo, isEnd) {
    options.onRead(companyId, upTo);
    if (isEnd) read.delete(companyId);
  },
  rejected: (companyId) => void read.add(companyId),
});
