import { randomUUID } from 'node:crypto';
import { until } from '../until.ts';
import { askToJoin, inviteAgent } from '../builders.ts';
import { at } from './scene.ts';
import type { Deed, Scene } from './scene.ts';

export const ofJoining: Record<string, Deed> = {
  createInvite: (scene) => scene.chief.caller.post(at(scene, 'partner/invite-prompt'), {}),
  revokeInvite: async (scene) => {
    const { id } = await inviteAgent(scene.world.board, scene.companyId);
    return scene.world.board.delete(at(scene, `invites/${id}`));
  },
  acceptInvite: async ({ world: { api, board }, companyId }) => {
    const { token } = await inviteAgent(board, companyId);
    return api.as().post(`/api/invites/${token}/accept`, newcomer());
  },
  approveJoinRequest: async (scene) => {
    const { joinRequestId } = await guest(scene);
    return scene.world.board.post(at(scene, `join-requests/${joinRequestId}/approve`));
  },
  rejectJoinRequest: async (scene) => {
    const { joinRequestId } = await guest(scene);
    return scene.world.board.post(at(scene, `join-requests/${joinRequestId}/reject`));
  },
  claimApiKey: async (scene) => {
    const { joinRequestId, claimSecret } = await guest(scene);
    await scene.world.board.post(at(scene, `join-requests/${joinRequestId}/approve`));
    return until('a key of a guest', async () => {
      const path = `/api/join-requests/${joinRequestId}/claim-api-key`;
      const reply = await scene.world.api.as().post(path, { claimSecret });
      return reply.status === 409 ? undefined : reply;
    });
  },
};

const newcomer = () => ({ agentName: `Guest ${randomUUID()}` });

const guest = ({ world, companyId }: Scene) => askToJoin(world, companyId, newcomer());
