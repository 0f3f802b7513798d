/** How many routines a company has. */
import { none, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith } from './team.ts';

let stage: IssuesStage;
beforeAll(async () => {
  stage = await openStage(issuesService);
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
