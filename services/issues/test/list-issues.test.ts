import { IssueStatus, type Issue } from '@muster/contracts';
import { header, newId } from '@muster/service-kit';
import { boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { addMember, people, refusedWith, type IssuesStage, type People } from './people.ts';

describe('listIssues', () => {
  let stage: IssuesStage;
  let team: People;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await people(stage);
  });
  afterAll(() => stage.close());

  const create = (fields: object = {}, of: People = team): Promise<Issue> =>
    stage.as(of.board).createIssue({ companyId: of.companyId, title: 'Work', ...fields });
  const list = (query: object = {}, of: People = team) =>
    stage.as(of.ann).listIssues({ companyId: of.companyId, ...query });
  const titles = async (query: object = {}, of: People = team) =>
    (await list(query, of)).map(({ title }) => title);

  /** Asks as the gateway does: the cursor travels in a header. */
  async function page(query: object, of: People): Promise<{ titles: string[]; next?: string }> {
    const { rpc } = stage.service.runtime;
    const reply = await rpc({
      service: 'issues', operation: 'listIssues', actor: of.ann, requestId: newId(),
      deadlineMs: 5_000, body: JSON.stringify({ companyId: of.companyId, ...query }),
    });
    const body = JSON.parse(new TextDecoder().decode(reply.bytes)) as Issue[];
    const next = reply.headers?.get(header.nextCursor);
    return { titles: body.map(({ title }) => title), ...(next ? { next } : {}) };
  }

  it('puts the most urgent first and then the latest changed', async () => {
    const here = await people(stage);
    for (const [title, priority] of [
      ['low', 'low'], ['old', 'medium'], ['new', 'medium'], ['top', 'critical'], ['high', 'high'],
    ]) await create({ title, priority, status: title === 'old' ? 'todo' : 'backlog' }, here);
    expect(await titles({}, here)).toEqual(['top', 'high', 'new', 'old', 'low']);
    const old = (await list({}, here)).find(({ title }) => title === 'old');
    await stage.as(here.ann).addComment({ issueId: old?.id ?? '', body: 'Up' });
    expect(await titles({}, here)).toEqual(['top', 'high', 'old', 'new', 'low']);
  });

  it('shows rows without their descriptions', async () => {
    const here = await people(stage);
    await create({ description: 'long' }, here);
    const [row] = await list({}, here);
    expect(row).not.toHaveProperty('description');
    expect(row).toMatchObject({ title: 'Work', started_at: null, version: 1 });
  });

  it('shows the fields that are asked for, or what a choice needs', async () => {
    const here = await people(stage);
    const { id } = await create({ description: 'long', assigneeAgentId: here.ann.id }, here);
    expect(await list({ fields: ['id', 'description', 'goalId'] }, here))
      .toEqual([{ id, description: 'long', goalId: null }]);
    const [row] = await list({ view: 'compact' }, here);
    expect(Object.keys(row ?? {})).toEqual([
      'id', 'identifier', 'title', 'status', 'priority', 'assigneeAgentId', 'updatedAt',
    ]);
    expect(await list({ q: 'work', fields: ['description'] }, here))
      .toEqual([{ description: 'long' }]);
    const refusal = refusedWith('invalid_input', {
      details: [expect.objectContaining({
        path: ['fields', 0], message: expect.stringContaining('"identifier"'),
      })],
    });
    await expect(list({ fields: ['nonsense'] }, here)).rejects.toEqual(refusal);
    await expect(list({ view: 'tiny' }, here)).rejects.toEqual(refusedWith('invalid_input'));
  });

  it('reads issues by their ids, those that the caller may see', async () => {
    const here = await people(stage);
    const made = [await create({}, here), await create({}, here)];
    const ids = [...made.map(({ id }) => id).toReversed(), (await create()).id, newId()];
    const rows = await stage.as(here.ann).listIssuesById({ ids });
    expect(rows.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    expect(rows[0]).not.toHaveProperty('description');
    expect(await stage.as(here.ann).listIssuesById({ ids: [] })).toEqual([]);
  });

  it('filters by each field and by several', async () => {
    const here = await people(stage);
    const member = await addMember(stage, here);
    const parent = await create({ title: 'parent', status: 'done' }, here);
    await create({ title: 'anns', assigneeAgentId: here.ann.id, status: 'todo' }, here);
    await create({ title: 'bobs', assigneeAgentId: here.bob.id, priority: 'high' }, here);
    await create({ title: 'users', assigneeUserId: member.id }, here);
    await create({ title: 'child', parentId: parent.id, status: 'blocked' }, here);
    expect(await titles({ status: ['todo', 'blocked', 'todo'] }, here)).toEqual(['child', 'anns']);
    expect(await titles({ status: ['done'] }, here)).toEqual(['parent']);
    expect(await titles({ assigneeAgentId: here.ann.id }, here)).toEqual(['anns']);
    expect(await titles({ assigneeAgentId: here.ann.id, status: ['done'] }, here)).toEqual([]);
    expect(await titles({ assigneeUserId: member.id }, here)).toEqual(['users']);
    const me = await stage.as(member).listIssues({
      companyId: here.companyId, assigneeUserId: 'me',
    });
    expect(me.map(({ title }) => title)).toEqual(['users']);
    expect(await titles({ parentId: parent.id }, here)).toEqual(['child']);
    expect(await titles({ priority: ['high', 'low'] }, here)).toEqual(['bobs']);
    expect(await titles({ projectId: newId() }, here)).toEqual([]);
    expect(await titles({ goalId: newId() }, here)).toEqual([]);
    expect(await titles({ labelId: newId() }, here)).toEqual([]);
    const updatedSince = (await list({ status: ['blocked'] }, here))[0]?.updatedAt;
    expect(await titles({ updatedSince }, here)).toEqual(['child']);
    await expect(list({ status: ['open'] }, here)).rejects.toEqual(refusedWith('invalid_input'));
  });

  it('gives every issue once over its pages, whatever changes between them', async () => {
    const here = await people(stage);
    const priorities = ['low', 'medium', 'high', 'critical'];
    for (let n = 0; n < 30; n += 1) {
      const status = IssueStatus.options[n % 3] ?? 'todo';
      const assigned = status === 'in_progress' ? { assigneeAgentId: here.ann.id } : {};
      await create({ title: `${n}`, priority: priorities[n % 4], status, ...assigned }, here);
    }
    const whole = await titles({}, here);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await page({ limit: 7, ...(cursor ? { cursor } : {}) }, here);
      seen.push(...answer.titles);
      cursor = answer.next;
      if (seen.length === 14) await create({ title: 'late', priority: 'critical' }, here);
    } while (cursor);
    expect(seen).toEqual(whole);
  });

  it('refuses cursors that are made up or of another list or company', async () => {
    const here = await people(stage);
    for (const title of ['one apple', 'two apples']) await create({ title }, here);
    const { next } = await page({ limit: 1 }, here);
    const forged = Buffer.from(JSON.stringify(['issues', team.companyId, 'no', 'no', 'no']))
      .toString('base64url');
    for (const query of [{ cursor: next }, { cursor: 'x' }, { cursor: forged }]) {
      await expect(list(query)).rejects.toEqual(refusedWith('invalid_cursor'));
    }
    await expect(list({ cursor: next, q: 'apple' }, here))
      .rejects.toEqual(refusedWith('invalid_cursor'));
  });

  it('shows a company only to those who may see it', async () => {
    const here = await people(stage);
    await create({}, here);
    await expect(stage.as(team.ann).listIssues({ companyId: here.companyId }))
      .rejects.toEqual(refusedWith('company_not_found'));
    const member = boardActor({ companies: [team.companyId] });
    await expect(stage.as(member).listIssues({ companyId: here.companyId }))
      .rejects.toEqual(refusedWith('company_not_found'));
  });
});
