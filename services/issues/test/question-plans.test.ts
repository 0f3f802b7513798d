/** Statements about questions use the indexes that are made for them, however many there are. */
import { newId, none, sql, type Statement } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { waitingQuestionsStatement } from '../src/store/questions/question-overviews.ts';
import {
  dueQuestionsStatement,
  questionsOfIssueStatement,
} from '../src/store/questions/questions.ts';
import { explainGeneric, indexes, type Plan, readWhole, rowsRead } from './explain-generic.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

const QUESTIONS = 100_000;
const BATCH = 10_000;
const PAGE = 50;

describe('plans over many questions', () => {
  let stage: IssuesStage;
  let team: Team;
  let issue: { id: string; companyId: string };
  const user = newId();

  beforeAll(async () => {
    stage = await openStage(issuesService, { env: { TIMES_SWEEP_SECONDS: '3600' } });
    team = await openTeam(stage);
    const { companyId } = team;
    const create = (title: string) => stage.as(team.board).createIssue({ companyId, title });
    issue = await create('Few');
    const many = await create('Many');
    for (let from = 1; from <= QUESTIONS; from += BATCH) {
      await none(
        stage.db,
        sql`
        insert into questions (
          id, company_id, issue_id, kind, state, text, deadline, to_agent_id, to_user_id,
          asked_by_name, closed_at, created_at
        )
        select uuidv7(), ${companyId},
          case when n % 1000 = 0 then ${issue.id}::uuid else ${many.id}::uuid end, 'text',
          (case when n % 20 = 0 then 'open' else 'answered' end)::question_state, 'Why ' || n,
          now() + make_interval(secs => n), case when n % 40 <> 0 then ${team.ann.id}::uuid end,
          case when n % 80 = 0 then ${user}::uuid end, 'Ann',
          case when n % 20 <> 0 then now() end, now()
        from generate_series(${from}::integer, ${from + BATCH - 1}::integer) n`,
      );
    }
    await none(await stage.admin(), sql`analyze questions, issues`);
  });
  afterAll(() => stage.close());

  const explain = (statement: Statement): Promise<Plan[]> =>
    explainGeneric(stage, team.companyId, statement);

  it('reads the questions of an issue from their index', async () => {
    const plans = await explain(questionsOfIssueStatement(issue, undefined, undefined, PAGE));
    expect(indexes(plans)).toEqual(['questions_of_issue']);
    expect(rowsRead(plans)).toBeLessThanOrEqual(2 * PAGE);
  });

  it('finds deadlines that have passed without looking at others', async () => {
    const now = new Date(Date.now() + 400_000).toISOString();
    const plans = await explain(dueQuestionsStatement(now, undefined, PAGE));
    expect(indexes(plans)).toEqual(['questions_by_deadline']);
    expect(rowsRead(plans)).toBeLessThanOrEqual(2 * PAGE);
  });

  it('reads what waits for a person from the open questions to people', async () => {
    const caller = { userId: user, scope: [team.companyId] };
    const plans = await explain(waitingQuestionsStatement(caller));
    expect(indexes(plans)).toContain('questions_to_people');
    // The company has two issues, which are read whole.
    expect(readWhole(plans)).not.toContain('questions');
    expect(rowsRead(plans)).toBeLessThanOrEqual(10_000);
  });
});
