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

describe('a document or a file that has to stand on an issue', () => {
  it('is asked for until the issue has it; a link is none', async () => {
    const issue = await create({ reviewEvidence: 'document', description: 'https://ci.example/1' });
    const handOver = () => update(issue, { status: 'in_review', comment: 'https://ci.example/2' });
    const missing = (evidence: string) =>
      refusedWith('evidence_missing', { details: expect.objectContaining({ evidence }) });
    await expect(handOver()).rejects.toEqual(missing('document'));
    const report = { issueId: issue.id, document: 'report' };
    await stage.as(team.ann).writeIssueDocument({ ...report, body: '# Done' });
    await stage.as(team.board).deleteIssueDocument(report);
    await expect(handOver()).rejects.toEqual(missing('document'));
    await stage.as(team.ann).writeIssueDocument({ ...report, body: '# Done again' });
    expect(await handOver()).toMatchObject({ status: 'in_review' });

    const filed = await create({ reviewEvidence: 'file' });
    await expect(update(filed, { status: 'in_review' })).rejects.toEqual(missing('file'));
    const { companyId } = team;
    const about = { companyId, issueId: filed.id, name: 'result.csv', type: 'text/csv' };
    const { fileId } = await stage.as(team.ann).admitFile({ ...about, bytes: 3 });
    await expect(update(filed, { status: 'in_review' })).rejects.toEqual(missing('file'));
    const whole = { ...about, fileId, sha256: 'a'.repeat(64) };
    await stage.as(team.ann).completeFile(whole);
    expect(await update(filed, { status: 'in_review' })).toMatchObject({ status: 'in_review' });
  });

  it('cannot stand on an issue that is created in review', async () => {
    const asked = { reviewEvidence: 'document', status: 'in_review' };
    await expect(create(asked)).rejects.toEqual(refusedWith('evidence_missing'));
  });
});

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
