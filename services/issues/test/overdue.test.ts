/** The time of an issue: set, changed, cleared, and told once when it has passed. */
import type { Issue } from '@muster/contracts';
import { none, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellingOverdue } from '../src/background/tell-overdue.ts';
import { issuesService } from '../src/service.ts';
import { dueIssuesStatement } from '../src/store/overdue/overdue-issues.ts';
import { explainGeneric, indexes } from './explain-generic.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

/** As far as the seconds of a database and of a test are apart. */
const SOON_MS = 60_000;
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const PAST = '2026-05-01T12:00:00.000Z';

describe('an issue with a time', () => {
  let stage: IssuesStage;
  let team: Team;
  beforeAll(async () => {
    stage = await openStage(issuesService, { env: { TIMES_SWEEP_SECONDS: '3600' } });
    team = await openTeam(stage);
  });
  afterAll(() => stage.close());

  const create = (fields: object = {}): Promise<Issue> =>
    stage.as(team.board).createIssue({
      companyId: team.companyId,
      title: 'Due',
      status: 'todo',
      assigneeAgentId: team.ann.id,
      dueAt: PAST,
      ...fields,
    });
  const update = ({ id: issueId }: Issue, patch: object) =>
    stage.as(team.board).updateIssue({ issueId, ...patch });
  const pass = async (): Promise<void> => {
    for (const level of ['told', 'escalated'] as const) {
      await tellingOverdue(stage.service.runtime, level).pass();
    }
  };
  /** As if the issue had got its time, and was told, so much earlier. */
  const letPass = async ({ id }: Issue, hours: number): Promise<void> =>
    none(
      await stage.admin(),
      sql`
      update issues set due_at = due_at - make_interval(hours => ${hours}::integer),
        overdue_told_for = overdue_told_for - make_interval(hours => ${hours}::integer),
        overdue_escalated_for = overdue_escalated_for - make_interval(hours => ${hours}::integer)
      where id = ${id}`,
    );
  const eventsOf = async ({ id }: Issue) =>
    (await stage.emitted())
      .filter(({ entityId, type }) => entityId === id && type.startsWith('issue.overdue'))
      .map(({ type, payload }) => [type, (payload as { wakesAgentId?: unknown }).wakesAgentId]);

  it('has it, changes it and clears it; the same time is no change', async () => {
    const issue = await create({ dueAt: '2026-05-01T12:00:00Z' });
    expect(issue.dueAt).toBe(PAST);
    expect(await update(issue, { dueAt: '2026-05-01T12:00:00Z' })).toMatchObject({
      version: issue.version,
    });
    const later = await update(issue, { dueAt: '2026-06-01T12:00:00Z' });
    expect(later).toMatchObject({ dueAt: '2026-06-01T12:00:00.000Z', version: issue.version + 1 });
    expect((await update(issue, { dueAt: null })).dueAt).toBeNull();
    const { children } = await stage
      .as(team.board)
      .createChildren({ issueId: issue.id, children: [{ title: 'Part', dueAt: PAST }] });
    expect(children[0]?.dueAt).toBe(PAST);
  });

  it('is told once to its assignee, and a day later to the manager', async () => {
    const issue = await create({ dueAt: inMs(SOON_MS) });
    await pass();
    expect(await eventsOf(issue)).toEqual([]);
    await letPass(issue, 1);
    await Promise.all([pass(), pass(), pass()]);
    expect(await eventsOf(issue)).toEqual([['issue.overdue', team.ann.id]]);
    await letPass(issue, 22);
    await pass();
    expect(await eventsOf(issue)).toHaveLength(1);
    await letPass(issue, 2);
    await Promise.all([pass(), pass()]);
    await letPass(issue, 240);
    await pass();
    expect((await eventsOf(issue)).at(-1)).toEqual(['issue.overdue_escalated', team.manager.id]);
    expect(await eventsOf(issue)).toHaveLength(2);
    await update(issue, { dueAt: inMs(-SOON_MS) });
    await pass();
    expect(await eventsOf(issue)).toHaveLength(3);
  });

  it('is told of no issue that has ended, and wakes nobody for what is not planned', async () => {
    const [done, planned, nobodys] = [
      await create({ status: 'done' }),
      await create({ status: 'backlog' }),
      await create({ assigneeAgentId: null }),
    ];
    await pass();
    expect(await eventsOf(done)).toEqual([]);
    expect(await eventsOf(planned)).toEqual([['issue.overdue', null]]);
    expect(await eventsOf(nobodys)).toEqual([['issue.overdue', null]]);
  });

  it('is in the inbox of people', async () => {
    const other = await openTeam(stage);
    const due = (fields: object) =>
      stage.as(other.board).createIssue({
        companyId: other.companyId,
        title: 'Late',
        status: 'todo',
        ...fields,
      });
    const late = await due({ dueAt: '2020-01-01T00:00:00Z' });
    await due({ dueAt: '2099-01-01T00:00:00Z' });
    await due({ dueAt: '2020-01-01T00:00:00Z', status: 'done' });
    const inbox = await stage.as(other.board).listIssuesOfBoard({});
    const own = inbox.overdue?.rows.filter(({ companyId }) => companyId === other.companyId);
    expect(own).toMatchObject([{ id: late.id, dueAt: late.dueAt }]);
    expect(inbox.overdue?.counts).toContainEqual({ companyId: other.companyId, count: 1 });
  });

  it.each([
    ['told', 'issues_due_untold'],
    ['escalated', 'issues_due_unescalated'],
  ] as const)('is found by the index of what is to be %s', async (level, index) => {
    const plans = await explainGeneric(
      stage,
      team.companyId,
      dueIssuesStatement(level, undefined, 50),
      'set enable_seqscan = off',
    );
    expect(indexes(plans)).toEqual([index]);
  });
});
