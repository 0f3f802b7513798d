/** What the answer to a change says that did not happen. */
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
});
afterAll(() => stage.close());

const create = (fields: object = {}, who: Parameters<IssuesStage['as']>[0] = team.board) =>
  stage.as(who).createIssue({ companyId: team.companyId, title: 'Work', ...fields });

describe('the note of an issue without an assignee', () => {
  const noteFor = (identifier: string) =>
    `nobody is assigned: no agent is woken; PATCH /api/issues/${identifier} {"assigneeAgentId":…} does`;

  it.each(['todo', 'blocked', 'in_review'] as const)(
    'says of one that is created in %s that no agent is woken',
    async (status) => {
      const issue = await create({ status });
      expect(issue.note).toBe(noteFor(issue.identifier));
      const byAgent = await create({ status }, team.manager);
      expect(byAgent.note).toBe(noteFor(byAgent.identifier));
    },
  );

  it('says it to whom moves it to todo, or takes its assignee away', async () => {
    const { id: issueId, identifier } = await create();
    const asBoard = stage.as(team.board);
    const note = noteFor(identifier);
    expect((await asBoard.updateIssue({ issueId, status: 'todo' })).note).toBe(note);
    const given = { issueId, assigneeAgentId: team.ann.id };
    expect((await asBoard.updateIssue(given)).note).toBeUndefined();
    expect((await asBoard.updateIssue({ issueId, assigneeAgentId: null })).note).toBe(note);
  });

  it('says it to whom gives an issue back, also a second time, and to whom reopens one', async () => {
    const issue = await create({ status: 'todo', assigneeAgentId: team.ann.id });
    const { id: issueId, identifier } = issue;
    const note = noteFor(identifier);
    expect((await stage.as(team.ann).releaseIssue({ issueId })).note).toBe(note);
    expect((await stage.as(team.board).releaseIssue({ issueId })).note).toBe(note);
    await stage.as(team.board).updateIssue({ issueId, status: 'cancelled' });
    const reopened = await stage.as(team.board).reopenIssue({ issueId, comment: 'Once more.' });
    expect([reopened.note, reopened.comment?.note]).toEqual([note, undefined]);
    const planned = await create({ assigneeAgentId: team.ann.id });
    const unplanned = await stage.as(team.ann).releaseIssue({ issueId: planned.id });
    expect([unplanned.status, unplanned.note]).toEqual(['backlog', undefined]);
  });

  it('says to whom comments on it that nobody is woken, unless the comment mentions an agent', async () => {
    const { id: issueId, identifier } = await create({ status: 'todo' });
    const quiet =
      'nobody is woken: nobody is assigned; assign an agent, ' +
      `PATCH /api/issues/${identifier} {"assigneeAgentId":…}, or mention an agent, @Name`;
    const asBoard = stage.as(team.board);
    expect((await asBoard.addComment({ issueId, body: 'Any news?' })).note).toBe(quiet);
    expect((await asBoard.updateIssue({ issueId, comment: 'Any news?' })).note).toBe(quiet);
    expect((await asBoard.addComment({ issueId, body: '@Bob, any news?' })).note).toBeUndefined();
    const once = await asBoard.updateIssue({ issueId, assigneeAgentId: null, comment: 'Later.' });
    expect([once.note, once.comment?.note]).toEqual([noteFor(identifier), undefined]);
    await asBoard.updateIssue({ issueId, assigneeAgentId: team.ann.id });
    expect((await asBoard.addComment({ issueId, body: 'And now?' })).note).toBeUndefined();
  });

  it('says nothing of the backlog, of what has ended, and to who changes something else', async () => {
    const issue = await create({ status: 'todo' });
    const silent = [
      await create(),
      await create({ status: 'done' }),
      await stage.as(team.board).updateIssue({ issueId: issue.id, title: 'Later' }),
    ];
    expect(silent.map(({ note }) => note)).toEqual([undefined, undefined, undefined]);
  });
});

describe('the note of a mention', () => {
  const assigneeAgentId = () => team.ann.id;
  const noteFor = (identifier: string, names: string) =>
    `a title or description wakes no agent that it mentions (${names}): write a comment, ` +
    `POST /api/issues/${identifier}/comments`;

  it.each([
    ['a description', { description: 'Ask @bob, please.' }, '@Bob'],
    ['a title', { title: 'With @Bob and @max' }, '@Bob, @Max'],
    ['a description with a name that no agent has', { description: '@Nobody knows' }, '@nobody'],
  ])('says of %s that it wakes no agent', async (_, fields, names) => {
    const assigned = { status: 'todo', assigneeAgentId: assigneeAgentId() };
    const issue = await create({ ...fields, ...assigned });
    expect(issue.note).toBe(noteFor(issue.identifier, names));
    const plain = await create(assigned);
    const changed = await stage.as(team.board).updateIssue({ issueId: plain.id, ...fields });
    expect(changed.note).toBe(noteFor(plain.identifier, names));
  });

  it('says nothing of the assignee, of code and of addresses', async () => {
    const description = '@Ann Lee: `@bob` is written bob@example.com';
    const assigned = { status: 'todo', assigneeAgentId: assigneeAgentId() };
    expect((await create({ ...assigned, description })).note).toBeUndefined();
  });

  it('names what no agent is called, in the answer to a comment and to an update', async () => {
    const { id: issueId } = await create({ status: 'todo', assigneeAgentId: assigneeAgentId() });
    const asBoard = stage.as(team.board);
    const note = 'no agent is called @bopp: no agent is woken by that';
    const comment = await asBoard.addComment({ issueId, body: '@Bopp and @Bob, look.' });
    expect(comment.note).toBe(note);
    const updated = await asBoard.updateIssue({ issueId, comment: '@Bopp, look.' });
    expect([updated.note, updated.comment?.note]).toEqual([note, note]);
    const known = await asBoard.addComment({ issueId, body: '@Bob, look.' });
    expect(known.note).toBeUndefined();
  });

  it('stands after what else there is to say', async () => {
    const issue = await create({ status: 'todo', description: '@Bob' });
    expect(issue.note).toBe(
      `nobody is assigned: no agent is woken; PATCH /api/issues/${issue.identifier} ` +
        `{"assigneeAgentId":…} does; ${noteFor(issue.identifier, '@Bob')}`,
    );
  });
});
