import { IssueStatus, type Issue } from '@muster/contracts';
import { header, newId } from '@muster/service-kit';
import { boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { addMember, type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

describe('listIssues', () => {
  let stage: IssuesStage;
  let team: Team;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await openTeam(stage);
  });
  afterAll(() => stage.close());

  const create = (fields: object = {}, of: Team = team): Promise<Issue> =>
    stage.as(of.board).createIssue({ companyId: of.companyId, title: 'Work', ...fields });
  const list = (query: object = {}, of: Team = team) =>
    stage.as(of.ann).listIssues({ companyId: of.companyId, ...query });
  const titles = async (query: object = {}, of: Team = team) =>
    (await list(query, of)).map(({ title }) => title);

  /** Requests as the gateway does: the cursor of the next page is in a header. */
  async function page(query: object, of: Team): Promise<{ titles: string[]; next?: string }> {
    const { rpc } = stage.service.runtime;
    const reply = await rpc({
      service: 'issues',
      operation: 'listIssues',
      actor: of.ann,
      requestId: newId(),
      deadlineMs: 10_000,
      body: JSON.stringify({ companyId: of.companyId, ...query }),
    });
    const body = JSON.parse(new TextDecoder().decode(reply.bytes)) as Issue[];
    const next = reply.headers?.get(header.nextCursor);
    return { titles: body.map(({ title }) => title), ...(next ? { next } : {}) };
  }

  it('orders by priority and then by last change', async () => {
    const otherTeam = await openTeam(stage);
    for (const [title, priority] of [
      ['low', 'low'],
      ['old', 'medium'],
      ['new', 'medium'],
      ['top', 'critical'],
      ['high', 'high'],
    ])
      await create({ title, priority, status: title === 'old' ? 'todo' : 'backlog' }, otherTeam);
    expect(await titles({}, otherTeam)).toEqual(['top', 'high', 'new', 'old', 'low']);
    const old = (await list({}, otherTeam)).find(({ title }) => title === 'old');
    await stage.as(otherTeam.ann).addComment({ issueId: old?.id ?? '', body: 'Up' });
    expect(await titles({}, otherTeam)).toEqual(['top', 'high', 'old', 'new', 'low']);
  });

  it('leaves out descriptions', async () => {
    const otherTeam = await openTeam(stage);
    await create({ description: 'long' }, otherTeam);
    const [row] = await list({}, otherTeam);
    expect(row).not.toHaveProperty('description');
    expect(row).toMatchObject({ title: 'Work', started_at: null, version: 1 });
  });

  it('returns the selected fields, or the compact view', async () => {
    const otherTeam = await openTeam(stage);
    const { id } = await create(
      { description: 'long', assigneeAgentId: otherTeam.ann.id },
      otherTeam,
    );
    expect(await list({ fields: ['id', 'description', 'goalId'] }, otherTeam)).toEqual([
      { id, description: 'long', goalId: null },
    ]);
    const [row] = await list({ view: 'compact' }, otherTeam);
    expect(Object.keys(row ?? {})).toEqual([
      'id',
      'identifier',
      'title',
      'status',
      'priority',
      'assigneeAgentId',
      'updatedAt',
    ]);
    expect(await list({ q: 'work', fields: ['description'] }, otherTeam)).toEqual([
      { description: 'long' },
    ]);
    const refusal = refusedWith('invalid_input', {
      details: [
        expect.objectContaining({
          path: ['fields', 0],
          message: expect.stringContaining('"identifier"'),
        }),
      ],
    });
    await expect(list({ fields: ['nonsense'] }, otherTeam)).rejects.toEqual(refusal);
    await expect(list({ view: 'tiny' }, otherTeam)).rejects.toEqual(refusedWith('invalid_input'));
  });

  it('returns issues by their ids, as far as the caller may see them', async () => {
    const otherTeam = await openTeam(stage);
    const made = [await create({}, otherTeam), await create({}, otherTeam)];
    const ids = [...made.map(({ id }) => id).toReversed(), (await create()).id, newId()];
    const rows = await stage.as(otherTeam.ann).listIssuesById({ ids });
    expect(rows.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    expect(rows[0]).not.toHaveProperty('description');
    expect(await stage.as(otherTeam.ann).listIssuesById({ ids: [] })).toEqual([]);
  });

  it('filters by each field and by several', async () => {
    const otherTeam = await openTeam(stage);
    const member = await addMember(stage, otherTeam);
    const parent = await create({ title: 'parent', status: 'done' }, otherTeam);
    await create({ title: 'anns', assigneeAgentId: otherTeam.ann.id, status: 'todo' }, otherTeam);
    await create({ title: 'bobs', assigneeAgentId: otherTeam.bob.id, priority: 'high' }, otherTeam);
    await create({ title: 'users', assigneeUserId: member.id }, otherTeam);
    await create({ title: 'child', parentId: parent.id, status: 'blocked' }, otherTeam);
    expect(await titles({ status: ['todo', 'blocked', 'todo'] }, otherTeam)).toEqual([
      'child',
      'anns',
    ]);
    expect(await titles({ status: ['done'] }, otherTeam)).toEqual(['parent']);
    expect(await titles({ assigneeAgentId: otherTeam.ann.id }, otherTeam)).toEqual(['anns']);
    expect(
      await titles({ assigneeAgentId: otherTeam.ann.id, status: ['done'] }, otherTeam),
    ).toEqual([]);
    expect(await titles({ assigneeUserId: member.id }, otherTeam)).toEqual(['users']);
    const me = await stage.as(member).listIssues({
      companyId: otherTeam.companyId,
      assigneeUserId: 'me',
    });
    expect(me.map(({ title }) => title)).toEqual(['users']);
    expect(await titles({ parentId: parent.id }, otherTeam)).toEqual(['child']);
    expect(await titles({ priority: ['high', 'low'] }, otherTeam)).toEqual(['bobs']);
    expect(await titles({ projectId: newId() }, otherTeam)).toEqual([]);
    expect(await titles({ goalId: newId() }, otherTeam)).toEqual([]);
    expect(await titles({ labelId: newId() }, otherTeam)).toEqual([]);
    const updatedSince = (await list({ status: ['blocked'] }, otherTeam))[0]?.updatedAt;
    expect(await titles({ updatedSince }, otherTeam)).toEqual(['child']);
    await expect(list({ status: ['open'] }, otherTeam)).rejects.toEqual(
      refusedWith('invalid_input'),
    );
  });

  it('returns every unchanged issue once over its pages', async () => {
    const otherTeam = await openTeam(stage);
    const priorities = ['low', 'medium', 'high', 'critical'];
    for (let n = 0; n < 30; n += 1) {
      const status = IssueStatus.options[n % 3] ?? 'todo';
      const assigned = status === 'in_progress' ? { assigneeAgentId: otherTeam.ann.id } : {};
      await create({ title: `${n}`, priority: priorities[n % 4], status, ...assigned }, otherTeam);
    }
    const whole = await titles({}, otherTeam);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await page({ limit: 7, ...(cursor ? { cursor } : {}) }, otherTeam);
      seen.push(...answer.titles);
      cursor = answer.next;
      if (seen.length === 14) await create({ title: 'late', priority: 'critical' }, otherTeam);
    } while (cursor);
    expect(seen).toEqual(whole);
  });

  it('refuses invalid cursors and those of another list or company', async () => {
    const otherTeam = await openTeam(stage);
    for (const title of ['one apple', 'two apples']) await create({ title }, otherTeam);
    const { next } = await page({ limit: 1 }, otherTeam);
    const forged = Buffer.from(
      JSON.stringify(['issues', team.companyId, 'no', 'no', 'no']),
    ).toString('base64url');
    for (const query of [{ cursor: next }, { cursor: 'x' }, { cursor: forged }]) {
      await expect(list(query)).rejects.toEqual(refusedWith('invalid_cursor'));
    }
    await expect(list({ cursor: next, q: 'apple' }, otherTeam)).rejects.toEqual(
      refusedWith('invalid_cursor'),
    );
  });

  it('hides the issues of other companies', async () => {
    const otherTeam = await openTeam(stage);
    await create({}, otherTeam);
    await expect(stage.as(team.ann).listIssues({ companyId: otherTeam.companyId })).rejects.toEqual(
      refusedWith('company_not_found'),
    );
    const member = boardActor({ companies: [team.companyId] });
    await expect(stage.as(member).listIssues({ companyId: otherTeam.companyId })).rejects.toEqual(
      refusedWith('company_not_found'),
    );
  });
});
