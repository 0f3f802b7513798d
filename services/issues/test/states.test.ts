/** What a service that joins a company reads, instead of the log of issues. */
import { issues, type EventRecord } from '@muster/contracts';
import { none, sql } from '@muster/service-kit';
import { openStage, planOf, readStates } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { listGoalStates } from '../src/store/planning/goals.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

/** More than a page. */
const ISSUES = 130;

let stage: IssuesStage;
let team: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
});
afterAll(() => stage.close());

const ofType = (events: readonly EventRecord[], type: string): EventRecord[] =>
  events.filter((event) => event.type === type);

describe('the states of goals, projects and issues', () => {
  it('are those of the last event of each, once, in an order of which each thing may name earlier ones', async () => {
    const { companyId, board } = team;
    const caller = stage.as(board);
    const goal = await caller.createGoal({ companyId, title: 'Sell' });
    const project = await caller.createProject({ companyId, name: 'Shop', goalIds: [goal.id] });
    const made = [];
    for (let n = 0; n < ISSUES; n += 1) {
      made.push(
        await caller.createIssue({ companyId, title: `Issue ${n}`, projectId: project.id }),
      );
    }
    await caller.updateIssue({ issueId: made[7]?.id ?? '', title: 'Renamed', status: 'cancelled' });
    await caller.updateGoal({ goalId: goal.id, title: 'Sell more' });
    const pages = await readStates(stage.service, companyId);
    const events = pages.flat();
    expect(pages.every((page) => page.length <= 100)).toBe(true);
    expect([...new Set(events.map(({ type }) => type))]).toEqual([
      'goal.created',
      'project.created',
      'issue.created',
    ]);
    for (const { type, payload } of events) {
      issues.events[type as 'issue.created'].payload.parse(payload);
    }
    expect(ofType(events, 'goal.created').map(({ payload }) => payload)).toMatchObject([
      { goalId: goal.id, title: 'Sell more', version: 2 },
    ]);
    const states = ofType(events, 'issue.created');
    expect(states.map(({ entityId }) => entityId)).toEqual(made.map(({ id }) => id));
    expect(states[7]?.payload).toMatchObject({ title: 'Renamed', status: 'cancelled', version: 2 });
    const emitted = (await stage.emitted('issue.created')).map(({ payload }) => payload);
    expect(states[8]?.payload).toEqual(emitted[8]);
  });

  it('are of the company alone', async () => {
    const other = await openTeam(stage);
    expect((await readStates(stage.service, other.companyId)).flat()).toEqual([]);
  });

  it('of goals are read by an index', async () => {
    await none(
      stage.db,
      sql`
      insert into goals (
        id, company_id, title, description, level, status, depth, created_at, updated_at
      )
      select uuidv7(), md5((n % 50)::text)::uuid, 'Sell', '', 'team', 'active', 0, now(), now()
      from generate_series(1, 5000) n`,
    );
    await none(await stage.admin(), sql`analyze goals`);
    const page = { after: '00000000-0000-7000-8000-000000000000', size: 100 };
    const plan = await planOf(stage.db, (db) => listGoalStates(db, team.companyId, page));
    expect(plan).toContain('goals_by_company');
  });
});
