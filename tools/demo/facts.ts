/** Waiting for what the system says about itself, or a clear word on what did not come. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  composed, issues, scheduler, type Activity, type Run, type IssueStatus,
} from '@muster/contracts';
import type { Api } from './api.ts';

const POLL_MS = 50;
const LOG_PAGE = 500;
/** As much of an agent's output as helps to see why it stopped. */
const OUTPUT_CHARS = 2_000;

export interface Facts {
  /** Waits until the probe finds something. */
  until<T>(what: string, probe: () => Promise<T | undefined>): Promise<T>;
  /** The company's log, oldest entry first. */
  log(): Promise<Activity[]>;
  /** An entry of the log that comes sooner or later. */
  entry(action: string, isIt: (entry: Activity) => boolean): Promise<Activity>;
  issueBecomes(issueId: string, status: IssueStatus): Promise<void>;
  runs(): Promise<Run[]>;
  /** Waits until no run is queued or under way. */
  runsEnd(): Promise<Run[]>;
}

export interface FactsOptions {
  readonly api: Api;
  readonly companyId: string;
  /** Longest wait for one fact. */
  readonly patienceMs: number;
}

export function watch({ api, companyId, patienceMs }: FactsOptions): Facts {
  const runs = () => api.call(scheduler.operations.listRuns, { companyId });
  const log = async () => {
    const page = { companyId, limit: LOG_PAGE };
    return (await api.call(composed.listCompanyActivity, page)).toReversed();
  };
  const until: Facts['until'] = async (what, probe) => {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const found = await probe();
      if (found !== undefined) return found;
      if (performance.now() > deadline) throw await missing(api, what, patienceMs, await runs());
      await delay(POLL_MS);
    }
  };
  return {
    until,
    log,
    runs,
    entry: (action, isIt) => until(`${action} in the activity log`, async () =>
      (await log()).find((entry) => entry.action === action && isIt(entry))),
    issueBecomes: (issueId, status) => until(`the issue to be ${status}`, async () => {
      const issue = await api.call(issues.operations.getIssue, { issueId });
      return issue.status === status || undefined;
    }).then(() => undefined),
    runsEnd: () => until('every run to end', async () => {
      const all = await runs();
      return all.every(({ finishedAt }) => finishedAt !== null) ? all : undefined;
    }),
  };
}

async function missing(api: Api, what: string, patienceMs: number, runs: Run[]): Promise<Error> {
  const lines = [`Waited ${patienceMs / 1_000} s in vain for ${what}.`];
  if (runs.length === 0) lines.push('No run was ever queued.');
  for (const { id, status, wakeReason, exitCode, errorCode, error } of runs) {
    lines.push(`Run ${id}: ${status}, woken by ${wakeReason}, exit code ${exitCode}, ` +
      `${errorCode ?? 'no error'} ${error ?? ''}`);
    const { text } = await api.call(scheduler.operations.getRunLog, { runId: id });
    if (text !== '') lines.push(text.slice(-OUTPUT_CHARS));
  }
  return new Error(lines.join('\n'));
}
