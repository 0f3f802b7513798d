import { agents, type Issue } from '@muster/contracts';
import { many, newId, none, one, sql } from '@muster/service-kit';
import { lengthOf, openStage, openTrials, planOf, recordTrials } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { freeIssuesOfAgent } from '../src/store/free-issues.ts';
import { removeLabelFromIssues } from '../src/store/planning/labels.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

/** Rows of one effect: more than some steps, or as many as a large company has. */
const ISSUES = lengthOf({ full: 100_000, short: 1_100 });
/** Longer than that takes, however busy the machine is. */
const COMPLETE = { timeout: lengthOf({ full: 900_000, short: 60_000 }), interval: 50 };
const TEST_MAX_MS = COMPLETE.timeout + 60_000;

/** The name of this service's connections in Postgres. */
const REPLICA = `bulk-${newId()}`;

let stage: IssuesStage;
let team: Team;
beforeAll(async () => {
  stage = await openStage(issuesService, { env: { REPLICA } });
  team = await openTeam(stage);
});
const trials = openTrials();
afterAll(async () => {
  await stage.close();
  recordTrials({
    promise: 'P16',
    by: 'services/issues/test/bulk-effects',
    faults: 2,
    ...trials.result(),
    how: `an effect on ${ISSUES} issues, one of whose steps is cut off`,
  });
});

/** The next numbers of a company's issues: these tests write the rows themselves. */
let number = 1_000_000;

async function fillWith(count: number, columns: { agentId?: string; labelId?: string }) {
  const admin = await stage.admin();
  const { agentId = null, labelId = null } = columns;
  await none(
    admin,
    sql`
    insert into issues (
      id, company_id, issue_number, identifier, title, status, priority, assignee_agent_id,
      assigned_by_agent_id, label_ids, started_at, created_at, updated_at
    )
    select gen_random_uuid(), ${team.companyId}::uuid, ${number} + n, 'T-' || (${number} + n),
      'Work', case when n % 2 = 0 then 'todo' else 'in_progress' end::issue_status, 'medium',
      coalesce(${agentId}::uuid, ${team.bob.id}::uuid), ${team.manager.id}::uuid,
      case when ${labelId}::uuid is null then '{}' else array[${labelId}::uuid] end,
      now(), now(), now()
    from generate_series(1, ${count}) n`,
  );
  number += count;
}

const countOf = async (which: ReturnType<typeof sql>): Promise<number> =>
  (
    await one<{ count: number }>(
      stage.db,
      sql`
    select count(*)::integer as count from issues
    where company_id = ${team.companyId} and ${which}`,
    )
  ).count;

const openEffects = async (): Promise<number> =>
  (
    await one<{ count: number }>(
      stage.db,
      sql`
    select count(*)::integer as count from bulk_effects where company_id = ${team.companyId}`,
    )
  ).count;

/** Events by type, each entity once; counted in the database because there are many. */
const countEvents = (previousAssigneeAgentId: string) =>
  one<{ events: number; issues: number }>(
    stage.db,
    sql`
    select count(*)::integer as events, count(distinct entity_id)::integer as issues from events
    where company_id = ${team.companyId} and type in ('issue.released', 'issue.assigned')
      and payload ->> 'previousAssigneeAgentId' = ${previousAssigneeAgentId}`,
  );

/**
 * Runs the effect up to an issue in its middle, which it keeps locked, then cuts off the step that
 * waits for the lock, as the end of its process would. Returns how many rows were left.
 */
async function interrupted(
  which: ReturnType<typeof sql>,
  effect: () => Promise<unknown>,
): Promise<number> {
  const admin = await stage.admin();
  await none(admin, sql`begin`);
  await none(
    admin,
    sql`
    select id from issues where id = any(array(
      select id from issues where company_id = ${team.companyId} and ${which}
      order by status, priority, updated_at, id limit 1 offset ${ISSUES / 2}
    )) for update`,
  );
  await effect();
  const cutOff = async () => {
    // Within a transaction Postgres shows the activity as of the first look.
    await one(admin, sql`select pg_stat_clear_snapshot()`);
    return many(
      admin,
      sql`
      select pg_terminate_backend(pid) as is_cut_off from pg_stat_activity
      where application_name = ${REPLICA} and wait_event_type = 'Lock' order by pid limit 10`,
    );
  };
  await expect.poll(cutOff, COMPLETE).not.toEqual([]);
  const left = await countOf(which);
  await none(admin, sql`commit`);
  return left;
}

const terminate = async (agentId: string, name: string) =>
  stage.receive(agents, 'agent.terminated', {
    companyId: team.companyId,
    entityId: agentId,
    payload: {
      ...team.snapshots[team.ann.id],
      agentId,
      name,
      status: 'terminated',
      version: 2,
    } as never,
  });

describe('the issues that one has blocked', () => {
  it('are all announced when it ends, each once', { timeout: TEST_MAX_MS }, async () => {
    const board = stage.as(team.board);
    const { companyId } = team;
    const blocker = await board.createIssue({ companyId, title: 'Blocks many', priority: 'low' });
    const admin = await stage.admin();
    await fillWith(ISSUES, {});
    const blocked = sql`issue_number > ${number - ISSUES} and issue_number <= ${number}`;
    await none(
      admin,
      sql`
      update issues set status = 'blocked', started_at = null,
        blocked_by_issue_ids = array[${blocker.id}::uuid]
      where company_id = ${companyId} and ${blocked}`,
    );
    // One of them has another blocker.
    const open = await board.createIssue({ companyId, title: 'Blocks one', priority: 'low' });
    await none(
      admin,
      sql`
      update issues set blocked_by_issue_ids = array[${blocker.id}::uuid, ${open.id}::uuid]
      where company_id = ${companyId} and issue_number = ${number}`,
    );
    const announced = () =>
      one<{ events: number; issues: number }>(
        stage.db,
        sql`
        select count(*)::integer as events, count(distinct entity_id)::integer as issues from events
        where company_id = ${companyId} and type = 'issue.unblocked'`,
      );
    await board.updateIssue({ issueId: blocker.id, status: 'cancelled' });
    await expect.poll(announced, COMPLETE).toEqual({ events: ISSUES - 1, issues: ISSUES - 1 });
    await expect.poll(openEffects, COMPLETE).toBe(0);
  });
});

describe('the work of a terminated agent', () => {
  it(
    'is freed in steps that go on after an interruption, each issue once',
    { timeout: TEST_MAX_MS },
    async () => {
      const { agentId } = await stage.given.agent(team.companyId, { name: 'Busy' });
      await fillWith(ISSUES, { agentId });
      const left = (): Promise<number> => countOf(sql`assignee_agent_id = ${agentId}`);
      await trials.of(ISSUES, async () => {
        const half = await interrupted(sql`assignee_agent_id = ${agentId}`, () =>
          terminate(agentId, 'Busy'),
        );
        expect(half).toBeGreaterThan(ISSUES / 3);
        expect(half).toBeLessThan(ISSUES);
        await expect.poll(left, COMPLETE).toBe(0);
        await expect.poll(openEffects, COMPLETE).toBe(0);
        expect(await countEvents(agentId)).toEqual({ events: ISSUES, issues: ISSUES });
        expect(await countOf(sql`assignee_agent_id is null and status = 'in_progress'`)).toBe(0);
      });
    },
  );

  it('can be claimed before its step has come', async () => {
    const { agentId } = await stage.given.agent(team.companyId, { name: 'Claimed' });
    const issue: Issue = await stage.as(team.board).createIssue({
      companyId: team.companyId,
      title: 'Last',
      status: 'todo',
      assigneeAgentId: agentId,
    });
    const admin = await stage.admin();
    // The state between two steps: the agent is terminated and still has the issue.
    await none(admin, sql`update roster set status = 'terminated' where agent_id = ${agentId}`);
    const claimed = await stage.as(team.bob).checkoutIssue({
      issueId: issue.id,
      agentId: team.bob.id,
      expectedStatuses: ['todo'],
    });
    expect(claimed).toMatchObject({ status: 'in_progress', assigneeAgentId: team.bob.id });
    expect(await countEvents(agentId)).toEqual({ events: 1, issues: 1 });
  });

  it('stays with a living agent', async () => {
    const issue = await stage
      .as(team.board)
      .createIssue({ companyId: team.companyId, title: 'Mine', assigneeAgentId: team.ann.id });
    await expect(
      stage.as(team.bob).checkoutIssue({
        issueId: issue.id,
        agentId: team.bob.id,
        expectedStatuses: ['todo'],
      }),
    ).rejects.toMatchObject({ code: 'issue_owned_by_another_agent' });
  });
});

describe('a deleted label', () => {
  it(
    'is gone from all answers at once, and from the rows in steps',
    { timeout: TEST_MAX_MS },
    async () => {
      const { companyId } = team;
      const as = stage.as(team.ann);
      const label = await as.createLabel({ companyId, name: `Old ${newId()}`, color: '#112233' });
      const kept = await as.createLabel({ companyId, name: `Kept ${newId()}`, color: '#112233' });
      const issue = await as.createIssue({
        companyId,
        title: 'Both',
        labelIds: [label.id, kept.id],
      });
      await fillWith(ISSUES, { labelId: label.id });
      const left = (): Promise<number> => countOf(sql`label_ids @> array[${label.id}::uuid]`);
      await trials.of(ISSUES, async () => {
        const half = await interrupted(sql`label_ids @> array[${label.id}::uuid]`, () =>
          as.deleteLabel({ labelId: label.id }),
        );
        expect(half).toBeGreaterThan(ISSUES / 3);
        expect(await as.listIssues({ companyId, labelId: label.id })).toEqual([]);
        expect(await as.listIssues({ companyId, labelId: label.id, q: 'Work' })).toEqual([]);
        expect(await as.getIssue({ issueId: issue.id })).toMatchObject({ labelIds: [kept.id] });
        await expect.poll(left, COMPLETE).toBe(0);
        await expect.poll(openEffects, COMPLETE).toBe(0);
        expect(await countOf(sql`label_ids = array[${kept.id}::uuid]`)).toBe(1);
      });
    },
  );
});

it('finds the rows of a step by an index, in its order', async () => {
  await none(await stage.admin(), sql`analyze issues, issue_labels`);
  const { companyId } = team;
  const limit = { now: new Date().toISOString(), limit: 200 };
  const freeing = await planOf(stage.db, (db) => freeIssuesOfAgent(db, companyId, newId(), limit));
  expect(freeing).toContain('Index Scan Backward using issues_by_agent');
  const removing = await planOf(stage.db, (db) =>
    removeLabelFromIssues(db, companyId, newId(), 500),
  );
  expect(removing).toContain('issue_labels_by_label');
  for (const plan of [freeing, removing]) {
    expect(plan).not.toContain('Seq Scan');
  }
});
