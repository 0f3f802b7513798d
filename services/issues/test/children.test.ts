/** Children of an issue: created together, listed with their counts, and named when the parent ends. */
import type { Actor, Issue } from '@muster/contracts';
import { many, newId, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
let other: Team;
let parent: Issue;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
  other = await openTeam(stage);
});
afterAll(() => stage.close());
beforeEach(async () => {
  parent = await create({ title: 'Whole', assigneeAgentId: team.manager.id });
});

const create = (fields: object = {}, of: Team = team): Promise<Issue> =>
  stage.as(of.board).createIssue({ companyId: of.companyId, title: 'Work', ...fields });
const split = (children: readonly object[], who: Actor = team.board, of: Issue = parent) =>
  stage.as(who).createChildren({ issueId: of.id, children: children as never });
const list = (more: object = {}, of: Issue = parent) =>
  stage.as(team.ann).listChildren({ issueId: of.id, ...more });
const update = (issueId: string, patch: object, who: Actor = team.board) =>
  stage.as(who).updateIssue({ issueId, ...patch });
const refusedRow = (row: number, code: string, more: object = {}) =>
  refusedWith('child_refused', {
    status: 422,
    details: expect.objectContaining({ row, code, ...more }),
  });
const titled = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({ title: `Part ${from + index}` }));

describe('children', () => {
  it('are created together, block each other by key, and are mapped by key', async () => {
    const outside = await create({ title: 'Outside' });
    const answer = await split(
      [
        { key: 'last', title: 'Last', blockedBy: ['first', outside.identifier, outside.id] },
        { key: 'first', title: 'First', assigneeAgentId: team.ann.id, priority: 'high' },
        { title: 'Alone', description: 'In peace', status: 'backlog' },
      ],
      team.manager,
    );
    const [last, first, alone] = answer.children;
    expect(answer.keys).toEqual({
      last: { id: last?.id, identifier: last?.identifier },
      first: { id: first?.id, identifier: first?.identifier },
    });
    expect(last).toMatchObject({
      key: 'last',
      parentId: parent.id,
      status: 'todo',
      blockedByIssueIds: [first?.id, outside.id],
    });
    expect(first).toMatchObject({
      assigneeAgentId: team.ann.id,
      assignedByAgentId: team.manager.id,
      priority: 'high',
    });
    expect(alone).toMatchObject({ status: 'backlog' });
    const numbers = answer.children.map(({ issueNumber }) => issueNumber);
    expect(numbers).toEqual([0, 1, 2].map((more) => outside.issueNumber + 1 + more));
    const found = await stage.as(team.bob).listIssues({ companyId: team.companyId, q: 'peace' });
    expect(found.map(({ id }) => id)).toContain(alone?.id);
  });

  it('emit what issues emit that are created alone', async () => {
    const { children } = await split([
      { key: 'a', title: 'A', assigneeAgentId: team.ann.id },
      { title: 'B', assigneeAgentId: team.bob.id, blockedBy: ['a'] },
    ]);
    const [a, b] = children;
    const events = (await stage.emitted()).filter(({ entityId }) =>
      [a?.id, b?.id].includes(entityId),
    );
    expect(events.map(({ type, entityId }) => [type, entityId])).toEqual([
      ['issue.created', a?.id],
      ['issue.assigned', a?.id],
      ['issue.created', b?.id],
      ['issue.assigned', b?.id],
    ]);
    expect(events.at(-1)?.payload).toMatchObject({ openBlockers: [a?.identifier] });
    expect(b?.note).toContain(`open issues block it: ${a?.identifier}`);
  });

  it.each([
    ['its own key', [{ key: 'a', title: 'A', blockedBy: ['a'] }], 0, 'would_make_cycle'],
    [
      'a ring',
      [
        { title: 'Free' },
        { key: 'a', title: 'A', blockedBy: ['b'] },
        { key: 'b', title: 'B', blockedBy: ['c'] },
        { key: 'c', title: 'C', blockedBy: ['a'] },
      ],
      1,
      'would_make_cycle',
    ],
    ['an unknown key', [{ title: 'A' }, { title: 'B', blockedBy: ['x'] }], 1, 'issue_not_found'],
    ['an absent issue', [{ title: 'A', blockedBy: [newId()] }], 0, 'issue_not_found'],
    [
      'one key twice',
      [
        { key: 'a', title: 'A' },
        { key: 'a', title: 'B' },
      ],
      1,
      'invalid_input',
    ],
    [
      'a goal that is not there',
      [{ title: 'A' }, { title: 'B', goalId: newId() }],
      1,
      'goal_not_found',
    ],
    ['an absent agent', [{ title: 'A', assigneeAgentId: newId() }], 0, 'agent_not_found'],
    [
      'no assignee',
      [{ title: 'A' }, { title: 'B', status: 'in_progress' }],
      1,
      'assignee_required',
    ],
  ])('are refused for %s, by the row, and none is created', async (_, rows, row, code) => {
    const key = (rows[row] as { key?: string } | undefined)?.key;
    await expect(split(rows)).rejects.toEqual(refusedRow(row, code, key ? { key } : {}));
    expect((await list()).children).toEqual([]);
  });

  it('are refused for agents and issues of another company', async () => {
    const foreign = await create({}, other);
    const rows = [{ title: 'A' }, { title: 'B', assigneeAgentId: other.ann.id }];
    await expect(split(rows)).rejects.toEqual(refusedRow(1, 'agent_not_found'));
    const waiting = [{ title: 'A', blockedBy: [foreign.id] }];
    await expect(split(waiting)).rejects.toEqual(refusedRow(0, 'issue_not_found'));
    await expect(split([{ title: 'A' }], team.ann, foreign)).rejects.toEqual(
      refusedWith('issue_not_found'),
    );
    const seen = stage.as(team.ann).listChildren({ issueId: foreign.id });
    await expect(seen).rejects.toEqual(refusedWith('issue_not_found'));
  });

  it('are not begun by an agent while others of the request block them', async () => {
    const rows = [
      { key: 'a', title: 'A' },
      { title: 'B', status: 'in_progress', assigneeAgentId: team.ann.id, blockedBy: ['a'] },
    ];
    await expect(split(rows, team.manager)).rejects.toEqual(refusedRow(1, 'issue_blocked'));
    expect((await split(rows)).children[1]?.status).toBe('in_progress');
    const ended = [{ key: 'a', title: 'A', status: 'done' }, ...rows.slice(1)];
    expect((await split(ended, team.manager)).children[1]?.blockedByIssueIds).toEqual([]);
  });

  it('are fifty at most, which take their numbers at once', async () => {
    await expect(split(titled(51))).rejects.toEqual(refusedWith('invalid_input'));
    await expect(split([])).rejects.toEqual(refusedWith('invalid_input'));
    const { children } = await split(titled(50));
    expect(children.map(({ title }) => title)).toEqual(titled(50).map(({ title }) => title));
    const stored = await many(
      await stage.admin(),
      sql`
      select t.issue_id from issue_texts t join issues i on i.id = t.issue_id
      where i.parent_id = ${parent.id} order by t.issue_id limit 100`,
    );
    expect(stored).toHaveLength(50);
  });

  it('are created once by a request that is repeated', async () => {
    const key = { idempotencyKey: newId() };
    const send = () =>
      stage.as(team.manager, key).createChildren({ issueId: parent.id, children: titled(3) });
    const [first, again] = [await send(), await send()];
    expect(again).toEqual(first);
    expect((await list()).counts).toEqual({ todo: 3 });
  });

  it('are listed page by page, the open ones first, with counts of all', async () => {
    const { children } = await split(titled(5));
    await update(children[0]?.id ?? '', { status: 'cancelled' });
    const first = await list({ limit: 3 });
    expect(first).toMatchObject({ counts: { todo: 4, cancelled: 1 }, open: 4, more: false });
    const rest = await list({ limit: 3, cursor: first.nextCursor });
    expect(rest.nextCursor).toBeUndefined();
    const all = [...first.children, ...rest.children];
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(children.map(({ id }) => id)));
    expect(all.at(-1)?.status).toBe('cancelled');
  });

  it('that are open are named when their parent ends, and to whom goes on with it', async () => {
    const { children } = await split(titled(2));
    const context = () => stage.as(team.manager).getHeartbeatContext({ issueId: parent.id });
    expect((await context()).openChildren).toMatchObject({
      count: 2,
      items: expect.arrayContaining(
        children.map(({ identifier, title, status }) => ({ identifier, title, status })),
      ),
    });
    const { note } = await update(parent.id, { status: 'cancelled' });
    for (const { identifier } of children) expect(note).toContain(identifier);
    for (const { id } of children) await update(id, { status: 'cancelled' });
    expect(await context()).not.toHaveProperty('openChildren');
  });
});
