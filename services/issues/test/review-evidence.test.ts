/** What the policy of reviews wants to stand on an issue before it is handed over. */
import type { Issue } from '@muster/contracts';
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

const create = (fields: object): Promise<Issue> =>
  stage.as(team.board).createIssue({
    companyId: team.companyId,
    title: 'Work',
    status: 'in_progress',
    assigneeAgentId: team.ann.id,
    ...fields,
  });
const update = ({ id: issueId }: Pick<Issue, 'id'>, patch: object) =>
  stage.as(team.ann).updateIssue({ issueId, ...patch });

describe('a link that has to stand on an issue', () => {
  const linked = { reviewEvidence: 'link' };
  const missing = refusedWith('evidence_missing', {
    status: 422,
    details: expect.objectContaining({ evidence: 'link' }),
  });

  it('is asked for when it is handed over', async () => {
    const issue = await create(linked);
    await expect(update(issue, { status: 'in_review' })).rejects.toEqual(missing);
    await expect(
      update(issue, { status: 'in_review', comment: 'It is at http:// or so.' }),
    ).rejects.toEqual(missing);
    await stage.as(team.bob).addComment({ issueId: issue.id, body: 'https://not.yours/1' });
    await expect(update(issue, { status: 'in_review' })).rejects.toEqual(missing);
  });

  it('may be in the description, in the comment of the change, or in one of its author', async () => {
    const described = await create({ ...linked, description: 'HTTPS://ci.example/1' });
    await update(described, { status: 'in_review' });
    const commented = await create(linked);
    await update(commented, { status: 'in_review', comment: 'Done: https://ci.example/2.' });
    const before = await create(linked);
    await stage.as(team.ann).addComment({ issueId: before.id, body: '(http://ci.example/3)' });
    expect(await update(before, { status: 'in_review' })).toMatchObject({ status: 'in_review' });
  });
});
