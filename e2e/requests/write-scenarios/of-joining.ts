import { randomUUID } from 'node:crypto';
import { until } from '@muster/test-kit';
import { askToJoin, inviteAgent } from '../../fixtures/builders.ts';
import { companyPath, type WriteScenario, type ScenarioFixture } from './scenario.ts';

export const ofJoining: Record<string, WriteScenario> = {
  createInvite: (fixture) =>
    fixture.chief.caller.post(companyPath(fixture, 'partner/invite-prompt'), {}),
  revokeInvite: async (fixture) => {
    const { id } = await inviteAgent(fixture.world.board, fixture.companyId);
    return fixture.world.board.delete(companyPath(fixture, `invites/${id}`));
  },
  acceptInvite: async ({ world: { api, board }, companyId }) => {
    const { token } = await inviteAgent(board, companyId);
    return api.as().post(`/api/invites/${token}/accept`, newcomer());
  },
  approveJoinRequest: async (fixture) => {
    const { joinRequestId } = await guest(fixture);
    return fixture.world.board.post(companyPath(fixture, `join-requests/${joinRequestId}/approve`));
  },
  rejectJoinRequest: async (fixture) => {
    const { joinRequestId } = await guest(fixture);
    return fixture.world.board.post(companyPath(fixture, `join-requests/${joinRequestId}/reject`));
  },
  claimApiKey: async (fixture) => {
    const { joinRequestId, claimSecret } = await guest(fixture);
    await fixture.world.board.post(companyPath(fixture, `join-requests/${joinRequestId}/approve`));
    return until('a key of a guest', async () => {
      const path = `/api/join-requests/${joinRequestId}/claim-api-key`;
      const reply = await fixture.world.api.as().post(path, { claimSecret });
      return reply.status === 409 ? undefined : reply;
    });
  },
};

const newcomer = () => ({ agentName: `Guest ${randomUUID()}` });

const guest = ({ world, companyId }: ScenarioFixture) => askToJoin(world, companyId, newcomer());
