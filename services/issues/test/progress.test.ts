/** The progress of a project or a goal with more issues than are counted. */
import { ISSUES_COUNTED_MAX } from '@muster/contracts';
import { many, newId, none, sql } from '@muster/service-kit';
import { openStage, planOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { progressStatement } from '../src/store/overviews/progress.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

const OTHERS = 4_000;

describe('progress of many issues', () => {
  let stage: IssuesStage;
  let team: Team;
  let project: string;
  let goal: string;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await openTeam(stage);
    const { companyId } = team;
    project = (await stage.as(team.board).createProject({ companyId, name: 'Shop' })).id;
    goal = (await stage.as(team.board).createGoal({ companyId, title: 'Sell' })).id;
    await none(
      stage.db,
      sql`
      insert into issues (
        id, company_id, issue_number, identifier, title, status, priority, project_id, goal_id,
        created_at, updated_at
      )
      select uuidv7(), ${companyId}, n, 'X-' || n, 'Issue', 'todo', 'low',
        case when n <= ${ISSUES_COUNTED_MAX + 5} then ${project}::uuid end,
        case when n <= ${ISSUES_COUNTED_MAX} then ${goal}::uuid end, now(), now()
      from generate_series(1, ${ISSUES_COUNTED_MAX + OTHERS}) n`,
    );
    await none(await stage.admin(), sql`analyze issues`);
  });
  afterAll(() => stage.close());

  it('counts a thousand of a status, and says whether there are more', async () => {
    const caller = stage.as(team.ann);
    expect(await caller.getProject({ projectId: project, progress: true })).toMatchObject({
      progress: { byStatus: { todo: ISSUES_COUNTED_MAX, done: 0 }, more: ['todo'] },
    });
    expect(await caller.getGoal({ goalId: goal, progress: true })).toMatchObject({
      progress: { byStatus: { todo: ISSUES_COUNTED_MAX }, more: [] },
    });
  });

  it.each(['project', 'goal'] as const)('of a %s is read from its index', async (of) => {
    const ids = [of === 'project' ? project : goal, newId()];
    const plan = await planOf(stage.db, (db) =>
      many(db, progressStatement(team.companyId, of, ids)),
    );
    expect(plan).toContain(`issues_by_${of}`);
    expect(plan).not.toContain('Seq Scan on issues');
  });
});
