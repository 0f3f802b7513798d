/** Workers as processes of their own, because they are killed here. */
import { Refusal, type Run } from '@muster/contracts';
import { boardActor, describeBeside } from '@muster/test-kit';
import { createPostgresBackend, Queue } from 'bullmq';
import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  backends,
  hasBackend,
  eventually,
  isOver,
  openScheduler,
  type Opened,
} from './open-scheduler.ts';
import { endWorker, startWorker } from './worker-process.ts';

const DONE = 'console.log("done")';
/** Prints its process id and that of a child that ignores SIGTERM. */
const STAYS = `const { spawn } = require('child_process');
  const stubborn = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
  const child = spawn(process.execPath, ['-e', stubborn]);
  console.log(process.pid + ' ' + child.pid); setInterval(() => {}, 1000)`;

/** A run of a killed worker may be lost at any moment, and another one retries it. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof Refusal && error.code === 'run_already_finished')) throw error;
}

/** A process needs its time to start, and these tests start some, perhaps on a busy machine. */
const PROCESSES_MS = 90_000;

describeBeside(backends, hasBackend, { timeout: PROCESSES_MS })(
  'workers, the queue on %s',
  (backend) => {
    let opened: Opened;
    let companyId: string;
    const workers = new Set<ChildProcess>();
    beforeAll(async () => {
      // The scheduler of the stage answers and sweeps; agents are started by the processes below.
      opened = await openScheduler({ RUN_CONCURRENCY: '0', LEASE_SECONDS: '2' }, backend);
      ({ companyId } = await opened.company());
    });
    afterEach(async () => {
      await Promise.all([...workers].map((worker) => endWorker(worker, 'SIGKILL')));
      workers.clear();
      // What was taken up again is not for the worker of the next test.
      const board = opened.stage.as(boardActor());
      await eventually(async () => {
        const live = await board.listRuns({ companyId, status: ['queued', 'running'] });
        await Promise.all(
          live.map(({ id: runId }) => board.cancelRun({ runId }).catch(unlessEnded)),
        );
        return live.length === 0 || undefined;
      });
    });
    afterAll(() => opened.close());

    async function start(env: Readonly<Record<string, string>> = {}): Promise<ChildProcess> {
      const worker = await startWorker({ ...opened.stage.env, RUN_CONCURRENCY: '4', ...env });
      workers.add(worker);
      return worker;
    }
    const runsOf = (agentId: string): Promise<Run[]> =>
      opened.stage.as(boardActor()).listRuns({ companyId, agentId });
    const startedRun = async (agentId: string): Promise<{ run: Run; pids: number[] }> => {
      const { id } = await opened.wake(agentId);
      const run = await opened.runWhen(id, ({ logBytes }) => logBytes > 0);
      return { run, pids: (await opened.logOf(id)).trim().split(' ').map(Number) };
    };
    const gone = (pids: readonly number[]) =>
      eventually(async () => (pids.some(isAlive) ? undefined : true));

    it('lose a run that no other one adopts, and its program is ended by its runner', async () => {
      const worker = await start();
      const { agentId } = await opened.agent(companyId, STAYS);
      const { run, pids } = await startedRun(agentId);
      await endWorker(worker, 'SIGKILL');
      await gone(pids);
      expect(await opened.finished(run.id)).toMatchObject({
        status: 'lost',
        errorCode: 'worker_lost',
      });
      const [next] = await runsOf(agentId);
      expect(next).toMatchObject({ status: 'queued', source: 'retry', reason: 'on_demand' });
    });

    it('start runs that were offered to a queue that has lost everything', async () => {
      const { agentId } = await opened.agent(companyId, DONE);
      const { id } = await opened.wake(agentId);
      await loseQueue(opened.stage.env);
      await start();
      expect((await opened.finished(id)).status).toBe('succeeded');
    });

    it('leave a run queued that they had reserved for and not started', async () => {
      // No lease ends on a busy machine.
      const patient = { LEASE_SECONDS: '60' };
      const worker = await start(patient);
      const { agentId } = await opened.agent(companyId, DONE);
      await opened.finished((await opened.wake(agentId)).id);
      const { reserve } = opened;
      const answer = Promise.withResolvers<Awaited<ReturnType<typeof reserve>>>();
      opened.reserve = () => answer.promise;
      const { id } = await opened.wake(agentId);
      const reserved = () => opened.reservations.filter(({ runId }) => runId === id).length;
      await eventually(async () => (reserved() > 0 ? true : undefined));
      await endWorker(worker, 'SIGKILL');
      opened.reserve = reserve;
      answer.resolve({ granted: true, cents: 0, reason: null });
      expect(await runsOf(agentId)).toMatchObject([{ id, status: 'queued', epoch: 0 }, {}]);
      await start(patient);
      await opened.stage.db.run({
        text: "update runs set hint_at = now() where id = $1 and status = 'queued'",
        values: [id],
      });
      expect(await opened.finished(id)).toMatchObject({ status: 'succeeded', epoch: 1 });
      expect(await runsOf(agentId)).toHaveLength(2);
    });

    it('that wake up from a long sleep stop runs that they have lost', async () => {
      const sleeper = await start();
      const { agentId } = await opened.agent(companyId, STAYS);
      const { run, pids } = await startedRun(agentId);
      sleeper.kill('SIGSTOP');
      // Asked by SQL: requests would be given to the sleeper too.
      const lost = {
        text: "select 1 as lost from runs where id = $1 and status = 'lost'",
        values: [run.id],
      };
      await eventually(async () => (await opened.stage.db.run(lost))[0]);
      sleeper.kill('SIGCONT');
      await gone(pids);
      expect(await opened.stage.db.run(lost)).toHaveLength(1);
    });
  },
);

/** As if Redis were wiped, for this scheduler only. */
async function loseQueue(env: NodeJS.ProcessEnv): Promise<void> {
  const { NATS_NAMESPACE, DB_SCHEMA, DATABASE_URL, REDIS_URL } = env;
  const name = `${NATS_NAMESPACE}-${DB_SCHEMA}-heartbeats`;
  const queue = REDIS_URL
    ? new Queue(name, { connection: { url: REDIS_URL } })
    : new Queue(
        name,
        {
          connection: { connectionString: DATABASE_URL ?? '', schema: `${DB_SCHEMA}_queue` },
        },
        createPostgresBackend,
      );
  const offered = await eventually(async () => (await queue.getWaiting())[0]);
  expect(offered.data).toHaveProperty('runId');
  await queue.obliterate({ force: true });
  expect(await queue.getWaiting()).toEqual([]);
  await queue.close();
}

describe('two replicas', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
    await opened.stage.replica();
  });
  afterAll(() => opened.close());

  it('never run one agent twice at the same time', async () => {
    // The folder is a lock: a second process of the same agent would fail to make it.
    const script = `const fs = require('fs'); fs.mkdirSync('lock');
      setTimeout(() => fs.rmdirSync('lock'), 30)`;
    const agents = await Promise.all(
      Array.from({ length: 5 }, () => opened.agent(companyId, script)),
    );
    const board = opened.stage.as(boardActor());
    await Promise.all(
      agents.flatMap(({ agentId }) =>
        Array.from({ length: 8 }, () => board.wakeAgent({ agentId })),
      ),
    );
    const runs = await eventually(async () => {
      const all = await board.listRuns({ companyId });
      const [waiting] = await opened.stage.db.run({
        text: "select 1 from wakeups where status in ('pending', 'coalesced') limit 1",
        values: [],
      });
      return !waiting && all.every(isOver) ? all : undefined;
    });
    expect(runs.length).toBeGreaterThanOrEqual(agents.length);
    expect(runs.filter(({ status }) => status !== 'succeeded')).toEqual([]);
  });

  it('give a company no more runs at a time than its limit', async () => {
    const limited = await openScheduler({ MUSTER_MAX_RUNS_PER_COMPANY: '1' });
    try {
      await limited.stage.replica();
      const company = await limited.company();
      const agents = await Promise.all(
        Array.from({ length: 4 }, () =>
          limited.agent(company.companyId, 'setTimeout(() => {}, 50)'),
        ),
      );
      const runs = await Promise.all(agents.map(({ agentId }) => limited.wake(agentId)));
      const ended = await Promise.all(runs.map(({ id }) => limited.finished(id)));
      const spans = ended
        .map(({ startedAt, finishedAt }) => [startedAt ?? '', finishedAt ?? ''] as const)
        .toSorted(([a], [b]) => a.localeCompare(b));
      for (const [index, [start]] of spans.entries()) {
        expect(start >= (spans[index - 1]?.[1] ?? '')).toBe(true);
      }
    } finally {
      await limited.close();
    }
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
