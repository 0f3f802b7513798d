/** Changes of many issues: counted, decided one by one, gone on with after a crash, and told by a receipt. */
import type { Actor, Issue } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
});
afterAll(() => stage.close());

const board = () => stage.as(team.board);
const create = (fields: object, who: Actor = team.board) =>
  stage
    .as(who)
    .createIssue({ companyId: team.companyId, title: 'Work', status: 'todo', ...fields });
const parent = () => create({ title: 'All of them' });
const read = ({ id: issueId }: Issue) => board().getIssue({ issueId });
type Asked = Parameters<ReturnType<typeof board>['changeIssues']>[0];
const ask = (asked: Omit<Asked, 'companyId'>) =>
  board().changeIssues({ companyId: team.companyId, ...asked });
async function finished(asked: Omit<Asked, 'companyId'>) {
  const { bulkChangeId } = await ask(asked);
  const receipt = () =>
    board().getBulkChange({ companyId: team.companyId, bulkChangeId: bulkChangeId ?? '' });
  await expect.poll(async () => (await receipt()).state, { timeout: 20_000 }).toBe('done');
  return receipt();
}

describe('a change of many issues', () => {
  it('changes what passes the filter, each like by a request of its own', async () => {
    const { id: parentId } = await parent();
    const some = [await create({ parentId }), await create({ parentId, priority: 'high' })];
    const aside = await create({});
    const receipt = await finished({
      filter: { parentId },
      change: { priority: 'high', assigneeAgentId: team.ann.id },
    });
    expect(receipt).toMatchObject({ state: 'done', matched: 2, changed: 2, refused: {} });
    for (const issue of some) {
      expect(await read(issue)).toMatchObject({
        priority: 'high',
        assigneeAgentId: team.ann.id,
        version: 2,
      });
    }
    expect(await read(aside)).toMatchObject({ priority: 'medium', version: 1 });
    const events = (await stage.emitted()).filter(({ entityId }) => entityId === some[0]?.id);
    expect(events.map(({ type }) => type)).toEqual([
      'issue.created',
      'issue.updated',
      'issue.assigned',
    ]);
    expect(events.at(-1)).toMatchObject({ actorType: 'user', actorId: team.board.id });
  });

  it('looks at each issue once, also where the change makes it pass or fail the filter', async () => {
    const { id: parentId } = await parent();
    for (let count = 0; count < 5; count += 1) await create({ parentId });
    const filter = { parentId, status: ['todo' as const] };
    expect(await finished({ filter, change: { status: 'cancelled' } })).toMatchObject({
      matched: 5,
      changed: 5,
    });
    const after = { filter: { parentId }, change: { status: 'cancelled' as const } };
    expect(await finished(after)).toMatchObject({ matched: 5, changed: 0, unchanged: 5 });
  });

  it('counts what is refused, names the first, and changes the others', async () => {
    const { id: parentId } = await parent();
    const assigned = { parentId, assigneeAgentId: team.ann.id };
    const free = await create(assigned);
    const nobodys = await create({ parentId });
    const held = await create(assigned);
    await board().holdIssue({ issueId: held.id, reason: 'A freeze' });
    const asked = { filter: { parentId }, change: { status: 'in_progress' as const } };
    const refusals = {
      matched: 3,
      changed: 1,
      refused: { assignee_required: 1, issue_held: 1 },
      firstRefused: [
        { issueId: nobodys.id, identifier: nobodys.identifier, code: 'assignee_required' },
        { issueId: held.id, code: 'issue_held' },
      ],
    };
    expect(await ask({ ...asked, dryRun: true })).toMatchObject({
      ...refusals,
      bulkChangeId: null,
      state: 'dry_run',
    });
    expect((await read(free)).status).toBe('todo');
    expect(await finished(asked)).toMatchObject(refusals);
    expect((await read(free)).status).toBe('in_progress');
  });

  it('says of the parent once that its children have settled', async () => {
    const all = await create({ assigneeAgentId: team.ann.id });
    for (let count = 0; count < 3; count += 1) await create({ parentId: all.id });
    await finished({ filter: { parentId: all.id }, change: { status: 'cancelled' } });
    const settled = (await stage.emitted()).filter(
      ({ type, entityId }) => type === 'issue.children_settled' && entityId === all.id,
    );
    expect(settled).toHaveLength(1);
  });

  it('adds and removes labels, and keeps the others', async () => {
    const { companyId } = team;
    const label = (name: string) => board().createLabel({ companyId, name, color: '#112233' });
    const [kept, old, added] = [await label('kept'), await label('old'), await label('new')];
    const { id: parentId } = await parent();
    const issue = await create({ parentId, labelIds: [kept.id, old.id] });
    await finished({
      filter: { parentId },
      change: { addLabelIds: [added.id], removeLabelIds: [old.id] },
    });
    expect((await read(issue)).labelIds.toSorted()).toEqual([kept.id, added.id].toSorted());
  });

  it('is one of five that run in a company at once', async () => {
    const one = await create({});
    const asked = { filter: { ids: [one.id] }, change: { priority: 'low' as const } };
    const five = sql`
      insert into bulk_changes (id, company_id, filter, change, issue_numbers, matched, created_at)
      select uuidv7(), ${team.companyId}, '{}', '{}', '{}', 0, now() from generate_series(1, 5)`;
    await none(stage.db, five);
    await expect(ask(asked)).rejects.toEqual(
      refusedWith('too_many_bulk_changes', { status: 409, details: { max: 5 } }),
    );
    expect(await ask({ ...asked, dryRun: true })).toMatchObject({ state: 'dry_run' });
    await none(stage.db, sql`delete from bulk_changes where issue_numbers = '{}'`);
    await finished(asked);
  });

  it('is refused without a change, by an agent, and where no such change is known', async () => {
    const { companyId } = team;
    await expect(ask({ filter: {}, change: {} })).rejects.toEqual(refusedWith('invalid_input'));
    const byAgent = stage.as(team.ceo).changeIssues({ companyId, filter: {}, change: {} });
    await expect(byAgent).rejects.toEqual(refusedWith('board_only'));
    const unknown = board().getBulkChange({ companyId, bulkChangeId: newId() });
    await expect(unknown).rejects.toEqual(refusedWith('bulk_change_not_found'));
  });
});
