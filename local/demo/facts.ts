/** Waits for facts that the API shows; an error describes the fact that did not come. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  composed,
  issues,
  scheduler,
  type Activity,
  type Run,
  type IssueStatus,
} from '@muster/contracts';
import type { Api } from './api.ts';

const POLL_MS = 50;
const LOG_PAGE = 500;
/** Characters of an agent's output in an error, enough to see why it stopped. */
const OUTPUT_CHARS = 2_000;

export interface Facts {
  /** Waits until the probe returns a value. */
  until<T>(what: string, probe: () => Promise<T | undefined>): Promise<T>;
  /** Activity of the company, oldest first. */
  log(): Promise<Activity[]>;
  /** Waits for an entry of the activity log. */
  entry(action: string, matches: (entry: Activity) => boolean): Promise<Activity>;
  issueBecomes(issueId: string, status: IssueStatus): Promise<void>;
  runs(): Promise<Run[]>;
  /** Waits until no run is queued or running. */
  runsEnd(): Promise<Run[]>;
}

export interface FactsOptions {
  readonly api: Api;
  readonly companyId: string;
  /** Longest wait for one fact. */
  readonly timeoutMs: number;
}

export function watch({ api, companyId, timeoutMs }: FactsOptions): Facts {
  const runs = () => api.call(scheduler.operations.listRuns, { companyId });
  const log = async () => {
    const page = { companyId, limit: LOG_PAGE };
    return (await api.call(composed.listCompanyActivity, page)).toReversed();
  };
  const until: Facts['until'] = async (what, probe) => {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const found = await probe();
      if (found !== undefined) return found;
      if (performance.now() > deadline)
        throw await timeoutError(api, what, timeoutMs, await runs());
      await delay(POLL_MS);
    }
  };
  return {
    until,
    log,
    runs,
    entry: (action, matches) =>
      until(`An entry ${action} in the activity log`, async () =>
        (await log()).find((entry) => entry.action === action && matches(entry)),
      ),
    issueBecomes: (issueId, status) =>
      until(`The change of the issue to ${status}`, async () => {
        const issue = await api.call(issues.operations.getIssue, { issueId });
        return issue.status === status || undefined;
      }).then(() => undefined),
    runsEnd: () =>
      until('The end of every run', async () => {
        const all = await runs();
        return all.every(({ finishedAt }) => finishedAt !== null) ? all : undefined;
      }),
  };
}

async function timeoutError(
  api: Api,
  what: string,
  timeoutMs: number,
  runs: Run[],
): Promise<Error> {
  const lines = [`${what} did not happen within ${timeoutMs / 1_000} s.`];
  if (runs.length === 0) lines.push('No run was queued.');
  for (const { id, status, wakeReason, exitCode, errorCode, error } of runs) {
    lines.push(
      `Run ${id}: ${status}, woken by ${wakeReason}, exit code ${exitCode}, ` +
        `${errorCode ?? 'no error'} ${error ?? ''}`,
    );
    const { text } = await api.call(scheduler.operations.getRunLog, { runId: id });
    if (text !== '') lines.push(text.slice(-OUTPUT_CHARS));
  }
  return new Error(lines.join('\n'));
}
