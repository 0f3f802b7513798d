/** What is said of a parent when its children end, leave or are blocked. */
import type { Actor, Issue } from '@muster/contracts';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

const TREES = 200;
/** Trees whose children end at the same time. */
const AT_ONCE = 10;

let stage: IssuesStage;
let team: Team;
let parent: Issue;
beforeAll(async () => {
  stage = await openStage(issuesService);
  await stage.replica();
  team = await openTeam(stage);
});
afterAll(() => stage.close());
beforeEach(async () => {
  parent = await create({ title: 'Whole', assigneeAgentId: team.manager.id, status: 'todo' });
});

const create = (fields: object = {}): Promise<Issue> =>
  stage.as(team.board).createIssue({ companyId: team.companyId, title: 'Work', ...fields });
const child = (fields: object = {}) => create({ parentId: parent.id, ...fields });
const update = ({ id: issueId }: Issue, patch: object, who: Actor = team.board) =>
  stage.as(who).updateIssue({ issueId, ...patch });
const end = (issue: Issue) => update(issue, { status: 'cancelled' });
const begun = () => child({ status: 'in_progress', assigneeAgentId: team.ann.id });
const parentEvents = async ({ id }: Issue = parent) =>
  (await stage.emitted())
    .filter(({ type, entityId }) => entityId === id && /child/.test(type))
    .map(({ type, payload }) => ({ type, payload }));
const typesOf = async (of?: Issue) => (await parentEvents(of)).map(({ type }) => type);

describe('the end of the last open child', () => {
  it('settles the children of an open parent, once, with their states', async () => {
    const [first, last] = [await child({ title: 'First' }), await child({ title: 'Last' })];
    await end(first);
    expect(await typesOf()).toEqual([]);
    await end(last);
    const ended = { status: 'cancelled' };
    expect(await parentEvents()).toEqual([
      {
        type: 'issue.children_settled',
        payload: expect.objectContaining({
          issueId: parent.id,
          assigneeAgentId: team.manager.id,
          wakeOnChildren: 'settled',
          child: { issueId: last.id, identifier: last.identifier, title: 'Last', ...ended },
          children: [
            { identifier: last.identifier, title: 'Last', ...ended },
            { identifier: first.identifier, title: 'First', ...ended },
          ],
          childCounts: { cancelled: 2 },
          openChildren: 0,
        }),
      },
    ]);
    await update(last, { title: 'Renamed' });
    expect(await typesOf()).toHaveLength(1);
  });

  it('settles them again after another was created', async () => {
    await end(await child());
    await end(await child());
    expect(await typesOf()).toEqual(['issue.children_settled', 'issue.children_settled']);
  });

  it('is also that it gets another parent, or none', async () => {
    const otherParent = await create({ title: 'Elsewhere' });
    const moved = await child();
    await end(await child());
    await update(moved, { parentId: otherParent.id });
    expect(await typesOf()).toEqual(['issue.children_settled']);
    await update(moved, { parentId: null, status: 'cancelled' });
    expect(await typesOf(otherParent)).toEqual(['issue.children_settled']);
  });

  it('says nothing of a parent that has ended, and none of its own parent', async () => {
    const [one, below] = [await child(), await child()];
    const grandchild = await create({ parentId: below.id });
    await end(parent);
    await end(one);
    await end(below);
    await end(grandchild);
    expect(await typesOf()).toEqual([]);
    expect(await typesOf(below)).toEqual([]);
  });

  it('names the blockers that the parent waits for', async () => {
    const blocker = await create();
    await update(parent, { blockedByIssueIds: [blocker.id] });
    await end(await child());
    const [event] = await parentEvents();
    expect(event?.payload).toMatchObject({ openBlockers: [blocker.identifier] });
  });

  it('names twenty children, the open ones first, and counts all', async () => {
    await update(parent, { wakeOnChildren: 'each' });
    const rows = Array.from({ length: 25 }, (_, index) => ({ title: `Part ${index}` }));
    const { children } = await stage
      .as(team.manager)
      .createChildren({ issueId: parent.id, children: rows });
    await end(children[0] as Issue);
    const [event] = await parentEvents();
    expect(event?.type).toBe('issue.child_ended');
    const payload = event?.payload as { children: { status: string }[] };
    expect(payload.children.map(({ status }) => status)).toEqual(Array(20).fill('todo'));
    expect(payload).toMatchObject({ childCounts: { todo: 24, cancelled: 1 }, openChildren: 24 });
  });

  it('is found exactly once where two end at the same moment', async () => {
    const settled = new Map<string, number>();
    for (let from = 0; from < TREES; from += AT_ONCE) {
      const trees = await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const { id } = await create({ title: 'Tree' });
          const two = [{ title: 'One' }, { title: 'Two' }] as never;
          const { children } = await stage
            .as(team.board)
            .createChildren({ issueId: id, children: two });
          return { id, children };
        }),
      );
      await Promise.all(
        trees.flatMap(({ children: [one, two] }) => [end(one as Issue), end(two as Issue)]),
      );
      for (const { id } of trees) settled.set(id, 0);
    }
    for (const { type, entityId } of await stage.emitted()) {
      if (type !== 'issue.children_settled' || !settled.has(entityId)) continue;
      settled.set(entityId, (settled.get(entityId) ?? 0) + 1);
    }
    expect(settled.size).toBe(TREES);
    expect([...settled.values()].filter((count) => count !== 1)).toEqual([]);
  });

  it('is found at least once, and by every transition, while others are created', async () => {
    const last = await child();
    await Promise.all([end(last), child().then((added) => end(added))]);
    const types = await typesOf();
    expect(types.length).toBeGreaterThanOrEqual(1);
    expect(new Set(types)).toEqual(new Set(['issue.children_settled']));
  });
});

describe('a child', () => {
  it('that is blocked is told of, each time that it comes to it', async () => {
    const stuck = await begun();
    await update(stuck, { status: 'blocked' }, team.ann);
    await update(stuck, { priority: 'high' }, team.ann);
    const [event, ...more] = await parentEvents();
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'issue.child_blocked',
      payload: {
        issueId: parent.id,
        child: { issueId: stuck.id, status: 'blocked' },
        openChildren: 1,
      },
    });
  });

  it('that is blocked and has no parent, or one that has ended, is not', async () => {
    const alone = await create({ status: 'in_progress', assigneeAgentId: team.ann.id });
    await update(alone, { status: 'blocked' }, team.ann);
    const stuck = await begun();
    await end(parent);
    await update(stuck, { status: 'blocked' }, team.ann);
    expect(await typesOf()).toEqual([]);
  });
});
