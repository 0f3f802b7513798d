import type { IssueField, IssueStatus } from '@muster/contracts';
import { header, newId, none, sql } from '@muster/service-kit';
import { agentActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { STRETCH_MAX } from '../src/store/lists/issue-list.ts';
import { addMember, type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
});
afterAll(() => stage.close());

interface Row {
  readonly id: string;
  readonly title: string;
}
/** A page as a program gets it, with the cursor of the next one. */
async function page(of: Team, query: object, actor = of.board) {
  const reply = await stage.service.runtime.rpc({
    service: 'issues',
    operation: 'listIssues',
    actor,
    requestId: newId(),
    deadlineMs: 10_000,
    body: JSON.stringify({ companyId: of.companyId, ...query }),
  });
  const rows = JSON.parse(new TextDecoder().decode(reply.bytes)) as Row[];
  return { rows, next: reply.headers?.get(header.nextCursor) ?? undefined };
}
async function pages(of: Team, query: object): Promise<string[]> {
  const titles: string[] = [];
  let cursor: string | undefined;
  do {
    const { rows, next } = await page(of, { ...query, cursor });
    titles.push(...rows.map(({ title }) => title));
    cursor = next;
  } while (cursor !== undefined);
  return titles;
}

describe('the filters of a list', () => {
  it('find issues by ids, creators, blockers, several values, and without an assignee', async () => {
    const { companyId, ann, bob, board } = team;
    const member = await addMember(stage, team);
    const by = stage.as(board);
    const [red, blue] = [
      await by.createLabel({ companyId, name: 'Red', color: '#ff0000' }),
      await by.createLabel({ companyId, name: 'Blue', color: '#0000ff' }),
    ];
    const project = await by.createProject({ companyId, name: 'Shop' });
    const add = (title: string, fields: object = {}, actor: typeof board | typeof ann = board) =>
      stage.as(actor).createIssue({ companyId, title, ...fields });
    const plain = await add('plain');
    const ofAnn = await add('of ann', { assigneeAgentId: ann.id, labelIds: [red.id] });
    await add('of bob', { assigneeAgentId: bob.id, projectId: project.id, labelIds: [blue.id] });
    await add('of una', { assigneeUserId: member.id }, ann);
    const blocked = await add('blocked', { blockedByIssueIds: [plain.id] }, ann);
    const child = await add('child', { parentId: plain.id, status: 'done' });
    await add('open child', { parentId: plain.id });

    const titles = async (query: object) => (await pages(team, query)).toSorted();
    expect(await titles({ ids: [plain.id, child.id, newId()] })).toEqual(['child', 'plain']);
    expect(await titles({ ids: [plain.id, child.id], status: ['done'] })).toEqual(['child']);
    expect(await titles({ assigneeAgentIds: [ann.id, bob.id] })).toEqual(['of ann', 'of bob']);
    expect(await titles({ labelIds: [red.id, blue.id], projectIds: [project.id] })).toEqual([
      'of bob',
    ]);
    expect(await titles({ unassigned: true, createdByAgentId: ann.id })).toEqual(['blocked']);
    expect(await titles({ unassigned: false })).toEqual(['of ann', 'of bob', 'of una']);
    expect(await titles({ createdByUserId: 'me', unassigned: true })).toEqual([
      'child',
      'open child',
      'plain',
    ]);
    expect(await titles({ blocked: true })).toEqual(['blocked']);
    expect(await titles({ blocked: false })).not.toContain('blocked');
    expect(await titles({ labelId: red.id, unassigned: false })).toEqual(['of ann']);
    expect(await titles({ q: 'of', ids: [ofAnn.id] })).toEqual(['of ann']);
    await stage.as(board).updateIssue({ issueId: plain.id, status: 'cancelled' });
    expect(await titles({ blocked: true })).toEqual([]);

    const fields: IssueField[] = ['id', 'allowedTransitions', 'childCounts'];
    const { rows } = await page(team, { ids: [plain.id, blocked.id], fields });
    const detail = await stage.as(board).getIssue({ issueId: blocked.id });
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: plain.id, childCounts: { open: 1, ended: 1 } }),
        {
          id: blocked.id,
          allowedTransitions: detail.allowedTransitions,
          childCounts: { open: 0, ended: 0 },
        },
      ]),
    );
    const asBob = await stage.as(bob).listIssues({ companyId, ids: [ofAnn.id], fields });
    const { allowedTransitions } = await stage.as(bob).getIssue({ issueId: ofAnn.id });
    expect(asBob).toMatchObject([{ id: ofAnn.id, allowedTransitions }]);
  });

  it('are those of the counts by status', async () => {
    const own = await openTeam(stage);
    const { companyId } = own;
    const by = stage.as(own.board);
    const add = (status: IssueStatus, fields: object = {}) =>
      by.createIssue({ companyId, title: 'One', status, ...fields });
    await add('todo');
    await add('todo', { assigneeAgentId: own.ann.id });
    await add('done', { assigneeAgentId: own.ann.id });
    const count = (query: object) => by.countListedIssues({ companyId, ...query });
    const status: IssueStatus[] = ['todo', 'done'];
    expect(await count({ status })).toEqual({ byStatus: { todo: 2, done: 1 }, more: [] });
    expect(await count({ status, assigneeAgentId: own.ann.id })).toEqual({
      byStatus: { todo: 1, done: 1 },
      more: [],
    });
    expect(await count({ status, unassigned: true })).toEqual({
      byStatus: { todo: 1, done: 0 },
      more: [],
    });
    expect((await count({})).byStatus).toMatchObject({ backlog: 0, in_progress: 0, todo: 2 });
    const label = await by.createLabel({ companyId, name: 'Red', color: '#ff0000' });
    await add('todo', { labelIds: [label.id] });
    expect((await count({ labelId: label.id })).byStatus).toMatchObject({ todo: 1, done: 0 });
    const stranger = stage.as(agentActor(newId()));
    await expect(stranger.countListedIssues({ companyId })).rejects.toEqual(
      refusedWith('company_not_found'),
    );
  });

  it('look through a bounded stretch for a page, and go on from there in every order', async () => {
    const own = await openTeam(stage);
    const { companyId, ann } = own;
    await none(
      stage.db,
      sql`
      insert into issues (
        id, company_id, issue_number, identifier, title, status, priority, assignee_agent_id,
        started_at, created_at, updated_at
      )
      select uuidv7(), ${companyId}, n, 'Y-' || n, 'Y-' || n,
        case when n % 2 = 0 then 'todo' else 'in_progress' end::issue_status,
        case when n % 3 = 0 then 'high' else 'medium' end::issue_priority,
        case when n % 2 = 1 or n % 500 <> 0 then ${ann.id}::uuid end, now(), now(),
        now() - make_interval(secs => n)
      from generate_series(1, ${3 * STRETCH_MAX}::integer) n`,
    );
    const unassigned = [500, 1_000, 1_500, 2_000, 2_500, 3_000].map((n) => `Y-${n}`);
    const high = ['Y-1500', 'Y-3000'];
    const medium = unassigned.filter((title) => !high.includes(title));
    const query = { unassigned: true, limit: 2 };
    expect(await pages(own, query)).toEqual([...high, ...medium]);
    expect(await pages(own, { ...query, sort: 'updated' })).toEqual(unassigned);
    expect(await pages(own, { ...query, sort: 'created' })).toEqual(unassigned.toReversed());
    expect(await pages(own, { sort: 'updated', limit: 400 })).toHaveLength(3 * STRETCH_MAX);
    const { rows } = await page(own, { sort: 'updated', limit: 3 });
    expect(rows.map(({ title }) => title)).toEqual(['Y-1', 'Y-2', 'Y-3']);
    const counts = await stage.as(own.board).countListedIssues({ companyId });
    expect(counts).toMatchObject({
      byStatus: { todo: 1_000, in_progress: 1_000 },
      more: expect.arrayContaining(['todo', 'in_progress']),
    });
  });
});
