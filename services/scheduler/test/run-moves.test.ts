/** The statements that move runs, compared with the table of moves for every state. */
import { RunStatus, type Run, type scheduler } from '@muster/contracts';
import { maybeOne, newId, none, sql, type Db } from '@muster/service-kit';
import { openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runEndings, type RunEndingName } from '../src/domain/run-endings.ts';
import { isFinished, statesBefore, type FinishedStatus } from '../src/domain/run-moves.ts';
import { schedulerService } from '../src/service.ts';
import { endLiveRuns, endRun, finishRun, startRun } from '../src/store/runs/run-lifecycle.ts';
import { prepareQueue } from './open-scheduler.ts';

let stage: Stage<typeof scheduler>;
beforeAll(async () => {
  stage = await openStage(schedulerService, {
    prepare: prepareQueue,
    env: { RUN_CONCURRENCY: '0' },
  });
});
afterAll(() => stage.close());

const EPOCH = 1;
const finished = RunStatus.options.filter(isFinished) as FinishedStatus[];

interface Row {
  readonly id: string;
  readonly companyId: string;
  readonly agentId: string;
}

/** A run in this state; the companies are unknown, so no sweep of the service finds it. */
async function insertRun(db: Db, status: RunStatus): Promise<Row> {
  const row = { id: newId(), companyId: newId(), agentId: newId() };
  await none(
    db,
    sql`
    insert into runs (
      id, company_id, agent_id, source, status, context, hint_at, held, epoch, lease_expires_at,
      finished_at
    )
    values (
      ${row.id}, ${row.companyId}, ${row.agentId}, 'timer', ${status}, '{}',
      now() + interval '1 day', ${status} = 'running', ${EPOCH}, now() + interval '1 day',
      case when ${status} not in ('queued', 'running') then now() end
    )`,
  );
  return row;
}

const insertDelivered = (db: Db, { id, companyId, agentId }: Row): Promise<void> =>
  none(
    db,
    sql`
    insert into wakeups (id, company_id, agent_id, cause, source, reason, status, run_id)
    values (
      ${newId()}, ${companyId}, ${agentId}, ${id}, 'timer', 'heartbeat_timer', 'delivered', ${id}
    )`,
  );

const statusOf = async (db: Db, { id }: Row): Promise<string | undefined> =>
  (await maybeOne<{ status: string }>(db, sql`select status from runs where id = ${id}`))?.status;

/** Moves a run in this state and returns the state before and after it, and what was answered. */
async function moved(
  from: RunStatus,
  move: (db: Db, row: Row) => Promise<Run | undefined>,
): Promise<{ readonly answered: string | undefined; readonly stored: string | undefined }> {
  const { db } = stage;
  const row = await insertRun(db, from);
  const answered = await move(db, row);
  return { answered: answered?.status, stored: await statusOf(db, row) };
}

const expected = (from: RunStatus, to: RunStatus, isAllowed: boolean) =>
  isAllowed ? { answered: to, stored: to } : { answered: undefined, stored: from };

describe.each(RunStatus.options)('a run that is %s', (from) => {
  it('is started if the table says so', async () => {
    const result = await moved(from, async (db, row) => {
      await insertDelivered(db, row);
      return startRun(db, row.id, { leaseSeconds: 60 });
    });
    expect(result).toEqual(expected(from, 'running', statesBefore('running').includes(from)));
  });

  it('is not started without a wake-up that is delivered with it', async () => {
    const result = await moved(from, (db, { id }) => startRun(db, id, { leaseSeconds: 60 }));
    expect(result).toEqual(expected(from, 'running', false));
  });

  it.each(finished)('is ended as %s by its holder if the table says so', async (status) => {
    const result = await moved(from, (db, { id }) =>
      finishRun(db, { id, epoch: EPOCH, fence: 0 }, { status }, undefined),
    );
    const isAllowed = from === 'running' && statesBefore(status).includes(from);
    expect(result).toEqual(expected(from, status, isAllowed));
  });

  const outside = (Object.keys(runEndings) as RunEndingName[]).filter(
    (name) => runEndings[name].by !== 'holder',
  );
  it.each(outside)('is ended by the ending %s if the table says so', async (name) => {
    const ending = runEndings[name];
    if (!('status' in ending)) throw new Error(`${name} has a status`);
    const { status } = ending;
    const isAllowed = (ending.from as readonly RunStatus[]).includes(from);
    expect(isAllowed && !statesBefore(status).includes(from)).toBe(false);
    const one = await moved(from, (db, { id }) => endRun(db, id, { status }, ending.from));
    expect(one).toEqual(expected(from, status, isAllowed));
    const many = await moved(from, async (db, { companyId, agentId }) => {
      const of = { companyId, agentId };
      return (await endLiveRuns(db, of, { status }, ending.from, 1))[0];
    });
    expect(many).toEqual(expected(from, status, isAllowed));
  });
});
