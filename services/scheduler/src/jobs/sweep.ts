/**
 * The clock of the scheduler. Each replica looks for what is due, in bounded portions; rows that
 * another replica has locked are passed over. The timer is this process's own, so that losing the
 * queue cannot stop the clock.
 */
import type { scheduler } from '@muster/contracts';
import { newId, type Context, type Runtime } from '@muster/service-kit';
import { nextDue } from '../domain/schedule.ts';
import { takeOffers, listExpired, releaseExpired } from '../store/run-sweep.ts';
import { listDue, lockDue, saveDueTimes, type DueBeat } from '../store/schedules.ts';
import { countSkips } from '../store/skips.ts';
import { hasWaitingBeat, insertWakes, listAgentsToRun } from '../store/wakeups.ts';
import { loseRun } from './end-runs.ts';
import { queueRuns } from './queue-runs.ts';
import type { RunQueue } from './queue.ts';
import { writeRuns } from './say-run.ts';

/** Rows of one kind that one pass takes. */
const PORTION = 200;

export interface Sweep {
  stop(): Promise<void>;
}

export function startSweep(runtime: Runtime, queue: RunQueue, everyMs: number): Sweep {
  const steps = [beatDue, loseExpired, runWaiting, offerQueued];
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const pass = async (): Promise<void> => {
    for (const step of steps) {
      if (stopped) return;
      // One step that fails does not keep the others from their work.
      await step(runtime, queue).catch((error: unknown) => {
        runtime.log.warn({ err: error, step: step.name }, 'a sweep failed and is tried again');
      });
    }
  };
  let running = Promise.resolve();
  const tick = (): void => {
    running = pass().finally(() => {
      if (!stopped) timer = setTimeout(tick, everyMs).unref();
    });
  };
  tick();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

interface OfCompany {
  readonly companyId: string;
}

/** Writes company by company: the sayings of one transaction belong to one. */
async function eachCompany<Row extends OfCompany>(
  runtime: Runtime,
  rows: readonly Row[],
  work: (
    context: Context<typeof scheduler>,
    companyId: string,
    rows: readonly Row[],
  ) => Promise<unknown>,
): Promise<void> {
  for (const [companyId, own] of Map.groupBy(rows, (row) => row.companyId)) {
    await writeRuns(runtime, (context) => work(context, companyId, own));
  }
}

const agentIds = (rows: readonly { agentId: string }[]): string[] =>
  rows.map(({ agentId }) => agentId);

async function beatDue(runtime: Runtime): Promise<void> {
  const due = await listDue(runtime.db, PORTION);
  await eachCompany(runtime, due, async (context, companyId, rows) => {
    const { db } = context;
    const locked = await lockDue(db, companyId, agentIds(rows));
    if (locked.length === 0) return;
    // A beat that nobody has taken yet tells the agent all that another one could.
    const waiting = await hasWaitingBeat(db, agentIds(locked));
    const beats = locked.filter(({ agentId }) => !waiting.has(agentId));
    await countSkips(db, companyId, [...waiting].map((agentId) => ({
      agentId, reason: 'beat_already_waiting', source: 'timer',
    })));
    const origin = { companyId, eventId: null, runId: null, traceparent: null };
    if (beats.length > 0) await insertWakes(db, origin, beats.map(wakeOfBeat));
    await saveDueTimes(db, locked.map(moved));
    await queueRuns(context, companyId, agentIds(beats));
  });
}

const wakeOfBeat = ({ agentId, nextDueAt }: DueBeat) => ({
  id: newId(),
  cause: `timer:${nextDueAt}`,
  agentId,
  source: 'timer' as const,
  reason: 'heartbeat_timer',
  issueId: null,
  commentId: null,
  approvalId: null,
  approvalStatus: null,
  linkedIssueIds: [],
});

const moved = ({ agentId, nextDueAt, intervalSec, now }: DueBeat) => ({
  agentId,
  nextDueAt: new Date(
    nextDue(Date.parse(nextDueAt), intervalSec * 1_000, Date.parse(now)),
  ).toISOString(),
});

async function runWaiting(runtime: Runtime): Promise<void> {
  const waiting = await listAgentsToRun(runtime.db);
  await eachCompany(runtime, waiting, (context, companyId, rows) =>
    queueRuns(context, companyId, agentIds(rows)));
}

async function loseExpired(runtime: Runtime): Promise<void> {
  const expired = await listExpired(runtime.db, PORTION);
  await eachCompany(runtime, expired, async (context, companyId, rows) => {
    const released = await releaseExpired(context.db, companyId, rows.map(({ id }) => id));
    for (const run of released) {
      if (run.status === 'running') await loseRun(context, run);
    }
    await queueRuns(context, companyId, agentIds(released));
  });
}

async function offerQueued({ db }: Runtime, queue: RunQueue): Promise<void> {
  for (const { id, traceparent } of await takeOffers(db, PORTION)) {
    queue.offer({ runId: id, traceparent });
  }
}
