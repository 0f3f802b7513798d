import type { ApprovalComment } from '@muster/contracts';
import { header, newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import type { ApprovalsStage } from './requests.ts';

const board = boardActor({ name: 'Grace' });
let stage: ApprovalsStage;
let companyId: string;
let agentId: string;
let approvalId: string;

beforeAll(async () => {
  stage = await openStage(approvalsService);
  ({ companyId } = await stage.given.company());
  ({ agentId } = await stage.given.agent(companyId));
});
afterAll(() => stage.close());
beforeEach(async () => {
  const approval = await asAgent().createApproval({
    companyId,
    type: 'request_board_approval',
    payload: {},
  });
  approvalId = approval.id;
});

const asAgent = () => stage.as(agentActor(companyId, { id: agentId, name: 'Ada' }));
const eventsOf = async (type: 'approval.commented' | 'approval.linked' | 'approval.unlinked') =>
  (await stage.emitted(type)).filter(({ entityId }) => entityId === approvalId);

describe('addApprovalComment', () => {
  it('adds a comment of the caller and emits whether the board wrote it', async () => {
    const question = await stage.as(board).addApprovalComment({ approvalId, body: 'Why?' });
    expect(question).toMatchObject({
      companyId,
      approvalId,
      body: 'Why?',
      authorUserId: board.id,
      authorAgentId: null,
      authorName: 'Grace',
    });
    const answer = await asAgent().addApprovalComment({ approvalId, body: 'x'.repeat(60_000) });
    expect(answer).toMatchObject({ authorAgentId: agentId, authorUserId: null, authorName: 'Ada' });
    const emitted = await eventsOf('approval.commented');
    expect(emitted.map(({ payload }) => payload)).toMatchObject([
      { commentId: question.id, byBoard: true, excerpt: 'Why?', requestedByAgentId: agentId },
      { commentId: answer.id, byBoard: false, excerpt: 'x'.repeat(500) },
    ]);
  });

  it('emits an excerpt of whole characters', async () => {
    const comment = await asAgent().addApprovalComment({
      approvalId,
      body: `${'x'.repeat(499)}😀`,
    });
    expect((await eventsOf('approval.commented')).at(-1)?.payload).toMatchObject({
      commentId: comment.id,
      excerpt: 'x'.repeat(499),
    });
  });

  it('refuses an empty comment, a foreign approval and an archived company', async () => {
    await expect(asAgent().addApprovalComment({ approvalId, body: '' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const stranger = stage.as(agentActor(newId()));
    await expect(stranger.addApprovalComment({ approvalId, body: 'hi' })).rejects.toMatchObject({
      code: 'approval_not_found',
    });
    expect(await eventsOf('approval.commented')).toEqual([]);
    const company = await stage.given.company();
    const archived = await stage.as(board).createApproval({
      companyId: company.companyId,
      type: 'request_board_approval',
      payload: {},
    });
    await stage.given.company({ ...company, status: 'archived', version: 2 });
    const late = stage.as(board).addApprovalComment({ approvalId: archived.id, body: 'late' });
    await expect(late).rejects.toMatchObject({ code: 'company_archived' });
  });
});

describe('listApprovalComments', () => {
  it('lists the oldest first, page by page', async () => {
    const written: string[] = [];
    for (const body of ['one', 'two', 'three']) {
      written.push((await asAgent().addApprovalComment({ approvalId, body })).id);
    }
    await stage.db.run({ text: 'update approval_comments set created_at = now()', values: [] });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const reply = await stage.service.runtime.rpc({
        service: 'approvals',
        operation: 'listApprovalComments',
        actor: board,
        requestId: newId(),
        deadlineMs: 10_000,
        body: JSON.stringify({ approvalId, limit: 2, ...(cursor ? { cursor } : {}) }),
      });
      const page = JSON.parse(new TextDecoder().decode(reply.bytes)) as ApprovalComment[];
      seen.push(...page.map(({ id }) => id));
      cursor = reply.headers?.get(header.nextCursor) || undefined;
    } while (cursor);
    expect(seen).toEqual(written.toSorted());
  });

  it('hides the comments of other companies', async () => {
    const stranger = stage.as(agentActor(newId()));
    await expect(stranger.listApprovalComments({ approvalId })).rejects.toMatchObject({
      code: 'approval_not_found',
    });
  });
});

describe('linkApproval and unlinkApproval', () => {
  it('link once, visibly from both ends, and emit it', async () => {
    const issueId = newId();
    const link = { companyId, issueId, approvalId };
    const linked = await asAgent().linkApproval(link);
    expect(linked.map(({ id }) => id)).toEqual([approvalId]);
    expect(await stage.as(board).linkApproval(link)).toEqual(linked);
    expect(await stage.as(board).listIssuesOfApproval({ approvalId })).toEqual({
      companyId,
      approvalId,
      issueIds: [issueId],
    });
    expect(await asAgent().listApprovalsOfIssue({ companyId, issueId })).toEqual(linked);
    const emitted = await eventsOf('approval.linked');
    expect(emitted.map(({ payload }) => payload)).toMatchObject([{ issueId, issueIds: [issueId] }]);
  });

  it('emit all links, also of several that are made at once', async () => {
    const links = Array.from({ length: 8 }, () => ({ companyId, issueId: newId(), approvalId }));
    await Promise.all(links.map((link) => asAgent().linkApproval(link)));
    await Promise.all(links.map((link) => asAgent().unlinkApproval(link)));
    const linked = await eventsOf('approval.linked');
    const unlinked = await eventsOf('approval.unlinked');
    const counts = [...linked, ...unlinked].map(
      ({ payload }) => (payload['issueIds'] as string[]).length,
    );
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it('unlink, also what is not linked', async () => {
    const link = { companyId, issueId: newId(), approvalId };
    await asAgent().linkApproval(link);
    expect(await asAgent().unlinkApproval(link)).toEqual({ ok: true });
    expect(await asAgent().unlinkApproval(link)).toEqual({ ok: true });
    expect(await stage.as(board).listApprovalsOfIssue(link)).toEqual([]);
    const emitted = await eventsOf('approval.unlinked');
    expect(emitted.map(({ payload }) => payload)).toMatchObject([
      { issueId: link.issueId, issueIds: [] },
    ]);
  });

  it('refuse more links than fit an event, so that the approval can be decided', async () => {
    const ids = Array.from({ length: 200 }, () => newId());
    await stage.db.run({
      text: `insert into approval_issues (approval_id, issue_id, company_id)
        select $1, unnest($2::uuid[]), $3`,
      values: [approvalId, ids, companyId],
    });
    const link = { companyId, issueId: newId(), approvalId };
    await expect(asAgent().linkApproval(link)).rejects.toMatchObject({
      code: 'too_many_links',
      status: 422,
    });
    const [known = ''] = ids;
    expect(await asAgent().linkApproval({ ...link, issueId: known })).toHaveLength(1);
    await asAgent().unlinkApproval({ ...link, issueId: known });
    expect(await asAgent().linkApproval(link)).toHaveLength(1);
    const decisionNote = '\u0001'.repeat(2_000);
    const approved = await stage.as(board).approveApproval({ approvalId, decisionNote });
    expect(approved.status).toBe('approved');
  });

  it('link nothing if the approvals of the issue no longer fit an answer', async () => {
    const issueId = newId();
    const payload = { text: 'x'.repeat(60_000) };
    const linkAnother = async (): Promise<string> => {
      const { id } = await asAgent().createApproval({
        companyId,
        type: 'request_board_approval',
        payload,
      });
      approvalId = id;
      await asAgent().linkApproval({ companyId, issueId, approvalId });
      return id;
    };
    const linked: string[] = [];
    // A list reads at most 640 KiB at once.
    for (let count = 1; count <= 10; count += 1) linked.push(await linkAnother());
    const refused = { code: 'result_too_large', status: 422 };
    await expect(linkAnother().then(linkAnother)).rejects.toMatchObject(refused);
    expect(await eventsOf('approval.linked')).toEqual([]);
    expect(await stage.as(board).listIssuesOfApproval({ approvalId })).toMatchObject({
      issueIds: [],
    });
    const readable = await stage.as(board).listApprovalsOfIssue({ companyId, issueId });
    expect(readable.map(({ id }) => id)).toEqual(expect.arrayContaining(linked));
    expect(readable.map(({ id }) => id)).not.toContain(approvalId);
  });

  it('link nothing across companies', async () => {
    const other = await stage.given.company();
    const link = { companyId: other.companyId, issueId: newId(), approvalId };
    const refused = { code: 'approval_not_found' };
    await expect(stage.as(board).linkApproval(link)).rejects.toMatchObject(refused);
    await expect(stage.as(board).unlinkApproval(link)).rejects.toMatchObject(refused);
    const stranger = stage.as(agentActor(other.companyId));
    await expect(stranger.listIssuesOfApproval({ approvalId })).rejects.toMatchObject(refused);
    await expect(stranger.linkApproval({ ...link, companyId })).rejects.toMatchObject({
      code: 'company_not_found',
    });
  });
});
