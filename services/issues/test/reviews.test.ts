/** Who is asked for the verdict on an issue in review, who hears of it, and where the rest stands. */
import type { Actor, AgentActor, Issue } from '@muster/contracts';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { addMember, type IssuesStage, openTeam, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
});
afterAll(() => stage.close());

const create = (fields: object, who: Actor = team.board): Promise<Issue> =>
  stage.as(who).createIssue({
    companyId: team.companyId,
    title: 'Work',
    status: 'in_progress',
    assigneeAgentId: team.ann.id,
    ...fields,
  });
const update = ({ id: issueId }: Pick<Issue, 'id'>, patch: object, who: Actor = team.ann) =>
  stage.as(who).updateIssue({ issueId, ...patch });
const emittedOf = async ({ id }: Issue, ...types: string[]) =>
  (await stage.emitted()).filter(({ entityId, type }) => entityId === id && types.includes(type));
const requestOf = async (issue: Issue) =>
  (await emittedOf(issue, 'issue.review_requested')).at(-1)?.payload;
const reviewsOf = async (who: AgentActor) =>
  (await stage.as(who).getInboxLite({ reviews: true })).map(({ id }) => id);
const boardHas = async ({ id }: Issue, who: Actor = team.board) =>
  (await stage.as(who).listIssuesOfBoard({})).rows.some(
    (row) => row.id === id && row.reason === 'in_review',
  );
const agentIs = (status: 'paused' | 'idle' | 'terminated', { id }: AgentActor) =>
  stage.given.agent(team.companyId, { ...team.snapshots[id], status, version: ++versions });
let versions = 100;

describe('an issue that is handed over for review', () => {
  it('asks the agent that created it', async () => {
    const issue = await create({}, team.stranger);
    await update(issue, { status: 'in_review' });
    expect(await requestOf(issue)).toMatchObject({
      issueId: issue.id,
      status: 'in_review',
      authorAgentId: team.ann.id,
      reviewerAgentId: team.stranger.id,
      round: 1,
      commentId: null,
    });
    expect(await reviewsOf(team.stranger)).toEqual([issue.id]);
    expect(await reviewsOf(team.manager)).not.toContain(issue.id);
    expect(await boardHas(issue)).toBe(false);
    await update(issue, { status: 'done' }, team.stranger);
    expect(await reviewsOf(team.stranger)).toEqual([]);
  });

  it('asks the assignee of its open parent where a person or its author has created it', async () => {
    const parent = await create({ assigneeAgentId: team.bob.id });
    const part = { parentId: parent.id };
    for (const issue of [await create(part), await create(part, team.ann)]) {
      await update(issue, { status: 'in_review' });
      expect(await requestOf(issue)).toMatchObject({ reviewerAgentId: team.bob.id });
    }
    const left = await create(part);
    await update(parent, { status: 'cancelled' }, team.board);
    await update(left, { status: 'in_review' });
    expect(await requestOf(left)).toMatchObject({ reviewerAgentId: team.manager.id });
  });

  it('asks the manager of its author else', async () => {
    const issue = await create({});
    await update(issue, { status: 'in_review' });
    expect(await requestOf(issue)).toMatchObject({ reviewerAgentId: team.manager.id });
    expect(await boardHas(issue)).toBe(true); // Its creator.
  });

  it('asks the next where an agent cannot run', async () => {
    await agentIs('paused', team.bob);
    const issue = await create({ assigneeAgentId: team.bob.id, status: 'todo' });
    const part = await create({ parentId: issue.id });
    await update(part, { status: 'in_review' });
    expect(await requestOf(part)).toMatchObject({ reviewerAgentId: team.manager.id });
    await agentIs('idle', team.bob);
  });

  it('stands in the inbox of every board user where no agent decides it', async () => {
    const member = await addMember(stage, team);
    const issue = await create({ assigneeAgentId: team.stranger.id }, team.stranger);
    await update(issue, { status: 'in_review' }, team.stranger);
    expect(await requestOf(issue)).toMatchObject({ reviewerAgentId: null });
    expect(await boardHas(issue, member)).toBe(true);
    await update(issue, { status: 'done' }, team.board);
    expect(await boardHas(issue, member)).toBe(false);
    expect((await emittedOf(issue, 'issue.reviewed')).length).toBe(1);
  });

  it('comes to the board after five rounds between agents', async () => {
    const member = await addMember(stage, team);
    const issue = await create({}, team.manager);
    for (let round = 1; round <= 5; round += 1) {
      await update(issue, { status: 'in_review' });
      expect(await requestOf(issue)).toMatchObject({ round, reviewerAgentId: team.manager.id });
      await update(issue, { status: 'in_progress' }, team.manager);
    }
    expect(await boardHas(issue, member)).toBe(false);
    await update(issue, { status: 'in_review' });
    expect(await requestOf(issue)).toMatchObject({ round: 6, reviewerAgentId: null });
    expect(await boardHas(issue, member)).toBe(true);
    expect(await reviewsOf(team.manager)).not.toContain(issue.id);
  });

  it('comes to the board when its reviewer cannot run any more', async () => {
    const member = await addMember(stage, team);
    const issue = await create({}, team.bob);
    await update(issue, { status: 'in_review' });
    expect(await boardHas(issue, member)).toBe(false);
    await agentIs('paused', team.bob);
    expect(await boardHas(issue, member)).toBe(true);
    await agentIs('idle', team.bob);
    expect(await boardHas(issue, member)).toBe(false);
  });
});

describe('a verdict', () => {
  const inReview = async (fields: object = {}) => {
    const issue = await create(fields, team.manager);
    await update(issue, { status: 'in_review' });
    return issue;
  };

  it.each([
    ['done', 'accepted'],
    ['in_progress', 'returned'],
  ])('that moves it to %s tells its author that it was %s', async (status, verdict) => {
    const issue = await inReview();
    const { comment } = await update(issue, { status, comment: '@Ann Lee: see' }, team.manager);
    const [said, reviewed] = await emittedOf(issue, 'issue.commented', 'issue.reviewed');
    expect(said?.payload).toMatchObject({ commentId: comment?.id, toldByReview: team.ann.id });
    expect(reviewed?.payload).toMatchObject({
      verdict,
      authorAgentId: team.ann.id,
      round: 1,
      commentId: comment?.id,
    });
  });

  it('has no comment where the change has none, and is the board’s, too', async () => {
    const issue = await inReview();
    await update(issue, { status: 'in_progress' }, team.board);
    const [reviewed] = await emittedOf(issue, 'issue.reviewed');
    expect(reviewed?.payload).toMatchObject({ verdict: 'returned', commentId: null });
    await update(issue, { status: 'in_review' });
    expect(await requestOf(issue)).toMatchObject({ round: 2 });
  });

  it('is of another than the author, and not the end by which it is given up', async () => {
    const [taken, ended, cancelled] = [await inReview(), await inReview(), await inReview()];
    await update(taken, { status: 'in_progress' });
    await update(ended, { status: 'done' });
    await update(cancelled, { status: 'cancelled' }, team.manager);
    for (const issue of [taken, ended, cancelled]) {
      expect(await emittedOf(issue, 'issue.reviewed')).toEqual([]);
    }
  });

  it('goes to the agent that handed it over, also after it was given to another', async () => {
    const issue = await inReview();
    await update(issue, { assigneeAgentId: team.bob.id }, team.manager);
    await update(issue, { status: 'in_progress' }, team.manager);
    const [reviewed] = await emittedOf(issue, 'issue.reviewed');
    expect(reviewed?.payload).toMatchObject({ authorAgentId: team.ann.id });
  });
});
