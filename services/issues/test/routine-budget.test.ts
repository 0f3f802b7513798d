/** What a routine may spend in a month: its issues, those below them, and what it skips once that is spent. */
import { billing } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firingDueRoutines } from '../src/background/fire-routines.ts';
import { createChildren } from '../src/operations/issues/create-children.ts';
import { createIssue } from '../src/operations/issues/create-issue.ts';
import { updateIssue } from '../src/operations/issues/update-issue.ts';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam } from './team.ts';

const ZONE = 'Pacific/Kiritimati';
const LAST_YEAR = '2025-01';

let stage: IssuesStage;
beforeAll(async () => {
  stage = await openStage(issuesService, { env: { TIMES_SWEEP_SECONDS: '3600' } });
});
afterAll(() => stage.close());

/** `2026-11`, where the company is. */
const month = (): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, year: 'numeric', month: '2-digit' }).format();

async function openSpender(budgetMonthlyCents: number) {
  const team = await openTeam(stage, { timeZone: ZONE });
  const { companyId } = team;
  const board = stage.as(team.board);
  const routine = await board.createRoutine({
    companyId,
    name: 'Report',
    template: { title: 'Write it' },
    clock: { kind: 'interval', everySec: 60, from: '2026-01-01T00:00:00.000Z' },
    overlap: 'together',
    budgetMonthlyCents,
  });
  const { id: routineId } = routine;
  const spend = async (issueId: string | null, costCents: number, inMonth = month()) => {
    const costEventId = newId();
    const payload = {
      costEventId,
      agentId: team.ann.id,
      costCents,
      month: inMonth,
      provider: 'anthropic',
      model: 'any',
      inputTokens: 0,
      outputTokens: 0,
      cachedInputTokens: 0,
      issueId,
      projectId: null,
      runId: null,
      agentSpentCents: 0,
      companySpentCents: 0,
    };
    await stage.receive(billing, 'cost.recorded', { companyId, entityId: costEventId, payload });
  };
  return {
    companyId,
    board,
    routineId,
    spend,
    run: () => board.runRoutine({ routineId }),
    read: () => board.getRoutine({ routineId }),
    waiting: async () =>
      (await board.listIssuesOfBoard({})).routines?.rows.filter(({ id }) => id === routineId),
    told: async () =>
      (await stage.emitted()).flatMap(({ type, entityId }) =>
        entityId === routineId && /exhausted|restored/.test(type) ? [type] : [],
      ),
  };
}

it('skips its moments once its issues and those below them have cost its budget, and tells so once', async () => {
  const { board, companyId, routineId, spend, run, read, waiting, told } = await openSpender(1_000);
  const { issueId: made } = await run();
  const child = await board.createIssue({ companyId, title: 'Part', parentId: made });
  const below = await board.createIssue({ companyId, title: 'Part', parentId: child.id });
  const other = await board.createIssue({ companyId, title: 'Of nobody' });
  await spend(made, 600);
  await spend(below.id, 300);
  for (const nowhere of [other.id, newId(), null]) await spend(nowhere, 5_000);
  await spend(made, 5_000, LAST_YEAR);
  expect(await read()).toMatchObject({ spentMonthlyCents: 900, exhaustedMonth: null });
  expect(await run()).toMatchObject({ outcome: 'fired' });

  await spend(child.id, 100);
  await spend(made, 50);
  expect(await read()).toMatchObject({ spentMonthlyCents: 1_050, exhaustedMonth: month() });
  expect(await run()).toMatchObject({ outcome: 'skipped', reason: 'budget_exhausted' });
  const admin = await stage.admin();
  await none(
    admin,
    sql`
    update routines set next_fire_at = date_trunc('minute', now()) where id = ${routineId}`,
  );
  await firingDueRoutines(stage.service.runtime, {
    createIssue,
    createChildren,
    updateIssue,
  }).pass();
  const byClock = (await board.listFirings({ routineId })).find(({ cause }) => cause === 'clock');
  expect(byClock).toMatchObject({ outcome: 'skipped', reason: 'budget_exhausted' });
  expect(await waiting()).toMatchObject([{ status: 'active', exhaustedMonth: month() }]);
  expect(await told()).toEqual(['routine.exhausted']);
});

it('fires again in the next month', async () => {
  const { routineId, spend, run, read, waiting, told } = await openSpender(100);
  const { issueId } = await run();
  await spend(issueId, 100);
  expect(await waiting()).toHaveLength(1);
  const admin = await stage.admin();
  await none(
    admin,
    sql`update routine_months set month = ${LAST_YEAR} where routine_id = ${routineId}`,
  );
  await none(
    admin,
    sql`update routines set exhausted_month = ${LAST_YEAR} where id = ${routineId}`,
  );
  expect(await waiting()).toEqual([]);
  expect(await run()).toMatchObject({ outcome: 'fired' });
  expect(await read()).toMatchObject({ exhaustedMonth: null, spentMonthlyCents: 0 });
  expect(await told()).toEqual(['routine.exhausted', 'routine.restored']);
});

it('fires again once its budget is raised or a cost is taken back, and stops once it is lowered', async () => {
  const { board, routineId, spend, run, waiting, told } = await openSpender(100);
  const { issueId } = await run();
  const budget = (budgetMonthlyCents: number) =>
    board.updateRoutine({ routineId, budgetMonthlyCents });
  await spend(issueId, 100);
  expect(await budget(150)).toMatchObject({ exhaustedMonth: null, budgetMonthlyCents: 150 });
  expect(await run()).toMatchObject({ outcome: 'fired' });
  expect(await budget(50)).toMatchObject({ exhaustedMonth: month() });
  expect(await run()).toMatchObject({ outcome: 'skipped' });
  await spend(issueId, -60);
  expect(await waiting()).toEqual([]);
  expect(await budget(0)).toMatchObject({ spentMonthlyCents: 40 });
  await spend(issueId, 1_000_000);
  expect(await run()).toMatchObject({ outcome: 'fired' });
  const ends = ['routine.exhausted', 'routine.restored'];
  expect(await told()).toEqual([...ends, ...ends]);
});
