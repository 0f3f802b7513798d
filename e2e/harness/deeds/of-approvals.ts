import { randomUUID } from 'node:crypto';
import { approvals } from '@muster/contracts';
import { addIssue, asleep } from '../builders.ts';
import { at } from './scene.ts';
import type { Deed, Scene } from './scene.ts';

export const ofApprovals: Record<string, Deed> = {
  createApproval: (scene) => scene.chief.caller.post(at(scene, 'approvals'), {
    type: 'approve_ceo_strategy', payload: { plan: 'Grow.' },
  }),
  approveApproval: async (scene) =>
    scene.world.board.post(`${await ofHire(scene)}/approve`, {}),
  rejectApproval: async (scene) =>
    scene.world.board.post(`${await ofHire(scene)}/reject`, {}),
  requestRevision: async (scene) =>
    scene.world.board.post(`${await ofHire(scene)}/request-revision`, {}),
  resubmitApproval: async (scene) => {
    const approval = await ofHire(scene);
    await scene.world.board.post(`${approval}/request-revision`, {});
    return scene.chief.caller.post(`${approval}/resubmit`, {});
  },
  cancelApproval: async (scene) =>
    scene.chief.caller.post(`${await ofHire(scene)}/cancel`, {}),
  addApprovalComment: async (scene) =>
    scene.world.board.post(`${await ofHire(scene)}/comments`, { body: 'Why now?' }),
  linkIssueApproval: async (scene) => {
    const { path, approvalId } = await unlinked(scene);
    return scene.chief.caller.post(path, { approvalId });
  },
  unlinkIssueApproval: async (scene) => {
    const { path, approvalId } = await unlinked(scene);
    await scene.chief.caller.post(path, { approvalId });
    return scene.chief.caller.delete(`${path}/${approvalId}`);
  },
};

/** The approvals of a new issue, and an approval that is not among them yet. */
async function unlinked({ chief: { caller }, companyId }: Scene) {
  const issue = await addIssue(caller, companyId);
  const { id: approvalId } = await caller.call(approvals, 'createApproval', {
    companyId, type: 'request_board_approval', payload: {},
  });
  return { path: `/api/issues/${issue.id}/approvals`, approvalId };
}

/** The path of a hire's approval. */
async function ofHire(scene: Scene): Promise<string> {
  const { body } = await scene.chief.caller.post(at(scene, 'agent-hires'), {
    name: `Hire ${randomUUID()}`, runtimeConfig: asleep,
  });
  const approvalId = (body as { approval: { id: string } }).approval.id;
  await scene.world.board.call(approvals, 'getApproval', { approvalId });
  return `/api/approvals/${approvalId}`;
}
