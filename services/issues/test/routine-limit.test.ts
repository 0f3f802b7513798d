/** How many routines a company has, and how many of them are served before those of another one. */
import { none, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firingDueRoutines } from '../src/background/fire-routines.ts';
import { createChildren } from '../src/operations/issues/create-children.ts';
import { createIssue } from '../src/operations/issues/create-issue.ts';
import { updateIssue } from '../src/operations/issues/update-issue.ts';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith } from './team.ts';

let stage: IssuesStage;
beforeAll(async () => {
  stage = await openStage(issuesService, { env: { TIMES_SWEEP_SECONDS: '3600' } });
});
afterAll(() => stage.close());

it('a company has a thousand routines that are not archived at most', async () => {
  const { board, companyId } = await openTeam(stage);
  const create = (name: string) =>
    stage.as(board).createRoutine({ companyId, name, template: { title: 'A' } });
  const { id } = await create('First');
  await none(
    await stage.admin(),
    sql`
    insert into routines (
      id, company_id, name, template, variables, clock, overlap, catch_up, catch_up_cap,
      pause_after_failures, status, created_at, updated_at, version
    )
    select gen_random_uuid(), company_id, name, template, variables, clock, overlap, catch_up,
      catch_up_cap, pause_after_failures, 'paused', created_at, updated_at, version
    from routines, generate_series(1, 999) where id = ${id}`,
  );
  await expect(create('Last')).rejects.toEqual(refusedWith('too_many_routines'));
  await stage.as(board).archiveRoutine({ routineId: id });
  expect((await create('Last')).status).toBe('active');
});

it('a routine does not wait for all of a company whose moments came before', async () => {
  const [busy, calm] = [await openTeam(stage), await openTeam(stage)];
  const clock = { kind: 'interval' as const, everySec: 86_400 };
  const create = ({ board, companyId }: typeof busy, name: string) =>
    stage.as(board).createRoutine({ companyId, name, template: { title: name }, clock });
  for (let count = 0; count < 12; count += 1) await create(busy, `Busy ${count}`);
  const { id: routineId } = await create(calm, 'Calm');
  const admin = await stage.admin();
  const due = (companyId: string, ago: string) =>
    none(
      admin,
      sql`
      update routines set next_fire_at = now() - ${ago}::interval where company_id = ${companyId}`,
    );
  await due(busy.companyId, '2 seconds');
  await due(calm.companyId, '1 second');
  const sweep = firingDueRoutines(stage.service.runtime, {
    createIssue,
    createChildren,
    updateIssue,
  });
  const firedOf = async ({ board, companyId }: typeof busy) =>
    (await stage.as(board).listRoutines({ companyId })).reduce((sum, { fired }) => sum + fired, 0);
  await sweep.pass();
  expect(await firedOf(busy)).toBe(5);
  expect((await stage.as(calm.board).getRoutine({ routineId })).fired).toBe(1);
  for (let pass = 0; pass < 3; pass += 1) await sweep.pass();
  expect(await firedOf(busy)).toBe(12);
});
