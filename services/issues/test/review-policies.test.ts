/** Who gives the verdict by a policy of reviews, on every way out of review. */
import { Refusal, type Actor, type Issue } from '@muster/contracts';
import { boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import {
  policies,
  type PolicyName,
  type ReviewCaller,
  reviewCallers,
  reviewVerdicts,
} from './fixtures/review-verdicts.ts';
import { addMember, type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
let callers: Readonly<Record<ReviewCaller, Actor>>;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage, { reviewRequired: false });
  const { companyId } = team;
  callers = {
    author: team.ann,
    manager: team.manager,
    reviewer: team.bob,
    other: team.stranger,
    member: await addMember(stage, team),
    otherMember: await addMember(stage, team),
    owner: boardActor({ companies: [{ companyId, role: 'owner', permissions: [] }] }),
  };
});
afterAll(() => stage.close());

const fieldsOf = (policy: PolicyName): object => {
  if (policy === 'namedAgent') {
    return { reviewPolicy: 'named', reviewerAgentId: callers.reviewer.id.toUpperCase() };
  }
  if (policy === 'namedUser') {
    return { reviewPolicy: 'named', reviewerUserId: callers.member.id };
  }
  return { reviewPolicy: policy };
};

const create = (fields: object, who: Actor = team.board, of = team): Promise<Issue> =>
  stage.as(who).createIssue({
    companyId: of.companyId,
    title: 'Work',
    status: 'in_progress',
    assigneeAgentId: of.ann.id,
    ...fields,
  });
const update = ({ id: issueId }: Pick<Issue, 'id'>, patch: object, who: Actor = team.ann) =>
  stage.as(who).updateIssue({ issueId, ...patch });
const inReview = async (fields: object, who: Actor = team.ann): Promise<Issue> =>
  update(await create(fields), { status: 'in_review' }, who);
const project = (fields: object, who: Actor = team.board) =>
  stage.as(who).createProject({ companyId: team.companyId, name: 'Shop', ...fields });
const answerTo = async (request: Promise<unknown>): Promise<string> => {
  try {
    await request;
    return 'yes';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code;
  }
};
const notYours = refusedWith('review_not_yours', { status: 403 });
const moves = {
  accept: (issue: Issue, who: Actor) => update(issue, { status: 'done' }, who),
  return: (issue: Issue, who: Actor) => update(issue, { status: 'in_progress' }, who),
  release: ({ id: issueId }: Issue, who: Actor) => stage.as(who).releaseIssue({ issueId }),
  'end without review': (issue: Issue, who: Actor) => update(issue, { status: 'done' }, who),
} as const;
const cases = (Object.keys(moves) as (keyof typeof moves)[]).flatMap((move) =>
  policies.map((policy) => ({ move, policy })),
);

describe('a policy of reviews', () => {
  it.each(cases)('answers each caller to: $move, by $policy', async ({ move, policy }) => {
    const answers = await Promise.all(
      reviewCallers.map(async (caller) => {
        const work = await create(fieldsOf(policy));
        const issue =
          move === 'end without review' ? work : await update(work, { status: 'in_review' });
        const as = stage.as(callers[caller]);
        const { allowedTransitions } = await as.getIssue({ issueId: issue.id });
        const answer = await answerTo(moves[move](issue, callers[caller]));
        if (move === 'accept' || move === 'end without review') {
          expect(allowedTransitions.includes('done')).toBe(answer === 'yes');
        }
        return [caller, answer];
      }),
    );
    expect(Object.fromEntries(answers)).toEqual(reviewVerdicts[move][policy]);
  });

  it('is that of the issue, else of its project, else of the company', async () => {
    const strict = await openTeam(stage, { reviewPolicy: 'person', maxReviewRounds: 1 });
    const { companyId } = strict;
    const named = await stage.as(strict.board).createProject({
      companyId,
      name: 'Shop',
      reviewPolicy: 'named',
      reviewerAgentId: strict.bob.id,
    });
    const policyOf = async (fields: object) => {
      const issue = await create(fields, strict.board, strict);
      const { review } = await stage.as(strict.ann).getIssue({ issueId: issue.id });
      return review?.policy;
    };
    expect(await policyOf({})).toBe('person');
    expect(await policyOf({ projectId: named.id })).toBe('named');
    expect(await policyOf({ projectId: named.id, reviewPolicy: 'anyone' })).toBe('anyone');
    const issue = await create({ projectId: named.id }, strict.board, strict);
    await update(issue, { status: 'in_review' }, strict.ann);
    await expect(update(issue, { status: 'done' }, strict.manager)).rejects.toEqual(notYours);
    await stage.as(strict.board).updateProject({ projectId: named.id, reviewPolicy: null });
    await expect(update(issue, { status: 'done' }, strict.bob)).rejects.toEqual(notYours);
    await update(issue, { status: 'done' }, strict.board);
  });

  it('says in its refusal who may', async () => {
    const issue = await inReview(fieldsOf('namedAgent'));
    await expect(update(issue, { status: 'done' })).rejects.toEqual(
      refusedWith('review_not_yours', {
        hint: expect.stringContaining(`the agent ${team.bob.id}`),
        details: expect.objectContaining({ reviewerAgentId: team.bob.id }),
      }),
    );
  });
});

describe('there is no way round a policy', () => {
  const claim = ({ id: issueId }: Issue, agentId: string, who: Actor) =>
    stage.as(who).checkoutIssue({ issueId, agentId, expectedStatuses: ['in_review'] });

  it('by reassigning: the author stays the author', async () => {
    const issue = await inReview({ reviewPolicy: 'not_author' });
    await update(issue, { assigneeAgentId: team.bob.id });
    await expect(update(issue, { status: 'done' })).rejects.toEqual(notYours);
    await expect(
      update(issue, { status: 'done', assigneeAgentId: team.stranger.id }),
    ).rejects.toEqual(notYours);
  });

  it('by handing over the work of a report', async () => {
    const issue = await create({ reviewPolicy: 'not_author', assigneeAgentId: team.manager.id });
    await update(issue, { assigneeAgentId: team.ann.id }, team.manager);
    await update(issue, { status: 'in_review' }, team.manager);
    await expect(update(issue, { status: 'done' }, team.manager)).rejects.toEqual(notYours);
    await expect(update(issue, { status: 'done' })).rejects.toEqual(notYours);
    await update(issue, { status: 'done' }, team.bob);
  });

  it('by a claim of what nobody has, or of what was given to the claimer', async () => {
    const issue = await inReview({ reviewPolicy: 'person' });
    await update(issue, { assigneeAgentId: null }, team.manager);
    await expect(claim(issue, team.bob.id, team.bob)).rejects.toEqual(notYours);
    await update(issue, { assigneeAgentId: team.bob.id }, team.manager);
    await expect(claim(issue, team.bob.id, team.bob)).rejects.toEqual(notYours);
    await update(issue, { assigneeAgentId: null }, team.manager);
    expect(await claim(issue, team.ann.id, team.ann)).toMatchObject({ status: 'in_progress' });
    await expect(update(issue, { status: 'done' })).rejects.toEqual(notYours);
  });

  it('by creating work in review or as done, alone or as a child', async () => {
    const { id: projectId } = await project({ reviewPolicy: 'not_author', reviewEvidence: 'link' });
    const done = { projectId, status: 'done' as const };
    await expect(create(done, team.ann)).rejects.toEqual(notYours);
    const parent = await create({});
    const children = (row: object) =>
      stage.as(team.ann).createChildren({
        issueId: parent.id,
        children: [{ title: 'Part' }, { title: 'Other', ...row }],
      });
    await expect(children(done)).rejects.toEqual(
      refusedWith('child_refused', {
        details: expect.objectContaining({ row: 1, code: 'review_not_yours' }),
      }),
    );
    const reviewed = { projectId, status: 'in_review' as const };
    await expect(create(reviewed, team.ann)).rejects.toEqual(refusedWith('evidence_missing'));
    const linked = { ...reviewed, description: 'See https://ci.example/7' };
    const issue = await create({ ...linked, assigneeAgentId: team.bob.id }, team.ann);
    for (const who of [team.ann, team.bob]) {
      await expect(update(issue, { status: 'done' }, who)).rejects.toEqual(notYours);
    }
    await update(issue, { status: 'done' }, team.manager);
  });

  it('by another policy, or by another project: only the board makes it laxer', async () => {
    const strict = await project({ reviewPolicy: 'person' });
    const lax = await project({});
    const issue = await create({ projectId: strict.id });
    const ofBoard = refusedWith('board_only', { status: 403 });
    await expect(update(issue, { reviewPolicy: 'anyone' })).rejects.toEqual(ofBoard);
    await expect(update(issue, { reviewEvidence: 'link' }, team.manager)).rejects.toEqual(ofBoard);
    await expect(create({ reviewPolicy: 'anyone' }, team.ann)).rejects.toEqual(ofBoard);
    for (const projectId of [lax.id, null]) {
      await expect(update(issue, { projectId, status: 'done' })).rejects.toEqual(notYours);
      await expect(update(issue, { projectId })).rejects.toEqual(ofBoard);
    }
    await expect(project({ reviewPolicy: 'anyone' }, team.ann)).rejects.toEqual(ofBoard);
    const change = { projectId: strict.id, reviewPolicy: null };
    await expect(stage.as(team.ceo).updateProject(change)).rejects.toEqual(ofBoard);
    await update(await create({}), { projectId: strict.id });
    expect(await update(issue, { projectId: lax.id }, team.board)).toMatchObject({
      projectId: lax.id,
    });
  });

  it('by the end of what was taken back', async () => {
    const issue = await inReview({ reviewPolicy: 'not_author' });
    await update(issue, { status: 'in_progress' });
    await expect(update(issue, { status: 'done' })).rejects.toEqual(notYours);
    await update(issue, { status: 'in_review' });
    await stage.as(team.ann).releaseIssue({ issueId: issue.id });
    const taken = { issueId: issue.id, agentId: team.ann.id, expectedStatuses: ['todo' as const] };
    await stage.as(team.ann).checkoutIssue(taken);
    await expect(update(issue, { status: 'done' })).rejects.toEqual(notYours);
  });

  it('and a person who ends work without its review is noted', async () => {
    const issue = await create({ reviewPolicy: 'not_author' });
    const { note } = await update(issue, { status: 'done' }, team.board);
    expect(note).toContain('done without the review');
    const events = await stage.emitted('issue.updated');
    const ended = events.findLast(({ entityId }) => entityId === issue.id);
    expect(ended?.payload).toMatchObject({ status: 'done', note });
  });
});

describe('whom a policy names', () => {
  it('is one of the company', async () => {
    const other = await openTeam(stage);
    const named = (fields: object) => create({ reviewPolicy: 'named', ...fields });
    const invalid = refusedWith('invalid_input');
    await expect(named({})).rejects.toEqual(invalid);
    await expect(
      named({ reviewerAgentId: team.bob.id, reviewerUserId: callers.member.id }),
    ).rejects.toEqual(invalid);
    await expect(create({ reviewPolicy: 'person', reviewerAgentId: team.bob.id })).rejects.toEqual(
      invalid,
    );
    expect(await create({ reviewerAgentId: team.bob.id })).toMatchObject({ reviewPolicy: 'named' });
    await expect(named({ reviewerAgentId: other.bob.id })).rejects.toEqual(
      refusedWith('agent_not_found', { details: { field: 'reviewerAgentId' } }),
    );
    await expect(named({ reviewerUserId: other.bob.id })).rejects.toEqual(
      refusedWith('user_not_found', { details: { field: 'reviewerUserId' } }),
    );
    const gone = await stage.given.agent(team.companyId, { status: 'terminated' });
    await expect(named({ reviewerAgentId: gone.agentId })).rejects.toEqual(
      refusedWith('agent_not_assignable', { details: { field: 'reviewerAgentId' } }),
    );
    const { id: projectId } = await project(fieldsOf('namedAgent'));
    const changed = await stage
      .as(team.board)
      .updateProject({ projectId, reviewerUserId: callers.member.id });
    expect(changed).toMatchObject({ reviewerAgentId: null, reviewerUserId: callers.member.id });
    const cleared = await stage.as(team.board).updateProject({ projectId, reviewPolicy: 'person' });
    expect(cleared).toMatchObject({ reviewerAgentId: null, reviewerUserId: null });
  });

  it('is who is asked', async () => {
    const requestOf = async ({ id }: Issue) =>
      (await stage.emitted('issue.review_requested')).findLast(({ entityId }) => entityId === id)
        ?.payload;
    const byAgent = await inReview(fieldsOf('namedAgent'));
    expect(await requestOf(byAgent)).toMatchObject({ reviewerAgentId: team.bob.id });
    const byPerson = await inReview({ reviewPolicy: 'person' });
    expect(await requestOf(byPerson)).toMatchObject({ reviewerAgentId: null });
    const byUser = await inReview(fieldsOf('namedUser'));
    expect(await requestOf(byUser)).toMatchObject({
      reviewerAgentId: null,
      reviewerUserId: callers.member.id,
    });
    const hasIt = async (who: Actor) =>
      (await stage.as(who).listIssuesOfBoard({})).rows
        .filter(({ reason }) => reason === 'in_review')
        .map(({ id }) => id);
    expect(await hasIt(callers.member)).toEqual(expect.arrayContaining([byUser.id, byPerson.id]));
    expect(await hasIt(callers.otherMember)).toContain(byPerson.id);
    expect(await hasIt(callers.otherMember)).not.toContain(byUser.id);
  });

  it('hands over to an agent as often as the company allows', async () => {
    const few = await openTeam(stage, { maxReviewRounds: 1, reviewPolicy: 'not_author' });
    const issue = await create({}, few.board, few);
    await update(issue, { status: 'in_review' }, few.ann);
    await update(issue, { status: 'in_progress' }, few.manager);
    await update(issue, { status: 'in_review' }, few.ann);
    const all = await stage.emitted('issue.review_requested');
    const asked = all.filter(({ entityId }) => entityId === issue.id);
    expect(asked.map(({ payload }) => payload)).toMatchObject([
      { round: 1, reviewerAgentId: few.manager.id },
      { round: 2, reviewerAgentId: null },
    ]);
  });
});
