/** Waits, and changes of many issues, in a company of 100,000 issues: each statement goes by an index. */
import { newId, none, sql, type Statement } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { matchingStatement, targetsStatement } from '../src/store/bulk/bulk-changes.ts';
import { filterOf } from '../src/store/lists/filter-of-request.ts';
import { openQuestionsTo } from '../src/store/questions/questions-to-agent.ts';
import { dueStatement } from '../src/store/waits/ended-waits.ts';
import { waitsStatement } from '../src/store/waits/waits.ts';
import { explainGeneric, indexes, type Plan, readWhole, rowsRead } from './explain-generic.ts';
import { insertIssues } from './many-issues.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

const ISSUES = 100_000;
/** Rows per statement, far below the statement timeout. */
const BATCH = 2_500;
const PAGE = 50;
const FILL_MS = 180_000;

describe('a company of 100,000 issues, each with a wait', () => {
  let stage: IssuesStage;
  let team: Team;
  let parent: string;
  let project: string;

  beforeAll(async () => {
    stage = await openStage(issuesService, { env: { TIMES_SWEEP_SECONDS: '3600' } });
    team = await openTeam(stage);
    const { companyId } = team;
    parent = (await stage.as(team.board).createIssue({ companyId, title: 'Parent' })).id;
    project = (await stage.as(team.board).createProject({ companyId, name: 'Shop' })).id;
    const goal = (await stage.as(team.board).createGoal({ companyId, title: 'Sell' })).id;
    const assignees = [team.ann.id, ...Array.from({ length: 9 }, newId)];
    const of = {
      companyId,
      user: newId(),
      label: newId(),
      parent,
      project,
      goal,
      assignees,
    };
    for (let from = 2; from < ISSUES; from += BATCH) {
      await insertIssues(stage, of, { from, count: BATCH });
      await none(
        stage.db,
        sql`
        insert into waits (
          id, company_id, issue_id, agent_id, note, until, on_deadline, signal, created_at, ended_at,
          cause
        )
        select uuidv7(), ${companyId}, i.id, ${team.ann.id}, 'Look again',
          now() + make_interval(secs => i.issue_number), 'wake', false, now(),
          case when i.issue_number % 10 > 0 then now() end,
          case when i.issue_number % 10 > 0 then 'due' end
        from issues i
        where i.company_id = ${companyId} and i.issue_number >= ${from}
          and i.issue_number < ${from + BATCH}`,
      );
    }
    await none(await stage.admin(), sql`analyze issues, waits, questions`);
  }, FILL_MS);
  afterAll(() => stage.close());

  const explain = (statement: Statement, settings?: string): Promise<Plan[]> =>
    explainGeneric(stage, team.companyId, statement, settings);

  it('lists the waits of an issue, and finds what is due, from their indexes', async () => {
    const ofIssue = waitsStatement({ id: parent, companyId: team.companyId }, undefined, PAGE);
    expect(indexes(await explain(ofIssue))).toEqual(['waits_by_issue']);
    const due = await explain(dueStatement(undefined, PAGE));
    expect(indexes(due)).toEqual(['waits_due']);
    expect(rowsRead(due)).toBeLessThanOrEqual(2 * PAGE);
  });

  it('ends the questions to an agent from the index of the open ones', async () => {
    const plans = await explain(
      openQuestionsTo(team.companyId, team.ann.id),
      'set enable_seqscan = off',
    );
    expect(indexes(plans)).toEqual(['questions_to_agents']);
  });

  it('finds the issues of a change by the index of its filter, and each by its number', async () => {
    const { companyId } = team;
    const filter = filterOf({ companyId, projectId: project }, team.board.id);
    const matching = await explain(matchingStatement(filter, 10_001));
    expect(indexes(matching)).toEqual(['issues_by_project']);
    expect(readWhole(matching)).toEqual([]);
    const next = await explain(targetsStatement(filter, [4_711]));
    expect(indexes(next)).toEqual(['issues_numbered_once_per_company']);
    expect(rowsRead(next)).toBeLessThanOrEqual(1);
  });
});
