import { randomUUID } from 'node:crypto';
import { approvals } from '@muster/contracts';
import { addIssue, asleep } from '../../fixtures/builders.ts';
import { companyPath, type WriteScenario, type ScenarioFixture } from './scenario.ts';

export const ofApprovals: Record<string, WriteScenario> = {
  createApproval: (fixture) =>
    fixture.chief.caller.post(companyPath(fixture, 'approvals'), {
      type: 'approve_ceo_strategy',
      payload: { plan: 'Grow.' },
    }),
  approveApproval: async (fixture) =>
    fixture.world.board.post(`${await ofHire(fixture)}/approve`, {}),
  rejectApproval: async (fixture) =>
    fixture.world.board.post(`${await ofHire(fixture)}/reject`, {}),
  requestRevision: async (fixture) =>
    fixture.world.board.post(`${await ofHire(fixture)}/request-revision`, {}),
  resubmitApproval: async (fixture) => {
    const approval = await ofHire(fixture);
    await fixture.world.board.post(`${approval}/request-revision`, {});
    return fixture.chief.caller.post(`${approval}/resubmit`, {});
  },
  cancelApproval: async (fixture) =>
    fixture.chief.caller.post(`${await ofHire(fixture)}/cancel`, {}),
  addApprovalComment: async (fixture) =>
    fixture.world.board.post(`${await ofHire(fixture)}/comments`, { body: 'Why now?' }),
  redactApproval: async (fixture) =>
    fixture.world.board.post(`${await ofHire(fixture)}/redact`, { reason: 'A key.' }),
  redactApprovalComment: async (fixture) => {
    const path = `${await ofHire(fixture)}/comments`;
    const { body } = await fixture.world.board.post(path, { body: 'The key is 42.' });
    return fixture.world.board.post(`${path}/${(body as { id: string }).id}/redact`);
  },
  linkIssueApproval: async (fixture) => {
    const { path, approvalId } = await unlinked(fixture);
    return fixture.chief.caller.post(path, { approvalId });
  },
  unlinkIssueApproval: async (fixture) => {
    const { path, approvalId } = await unlinked(fixture);
    await fixture.chief.caller.post(path, { approvalId });
    return fixture.chief.caller.delete(`${path}/${approvalId}`);
  },
};

/** The approvals of a new issue, and an approval that is not among them yet. */
async function unlinked({ chief: { caller }, companyId }: ScenarioFixture) {
  const issue = await addIssue(caller, companyId);
  const { id: approvalId } = await caller.call(approvals, 'createApproval', {
    companyId,
    type: 'request_board_approval',
    payload: {},
  });
  return { path: `/api/issues/${issue.id}/approvals`, approvalId };
}

/** The path of a hire's approval. */
async function ofHire(fixture: ScenarioFixture): Promise<string> {
  const { body } = await fixture.chief.caller.post(companyPath(fixture, 'agent-hires'), {
    name: `Hire ${randomUUID()}`,
    runtimeConfig: asleep,
  });
  const approvalId = (body as { approval: { id: string } }).approval.id;
  await fixture.world.board.call(approvals, 'getApproval', { approvalId });
  return `/api/approvals/${approvalId}`;
}
