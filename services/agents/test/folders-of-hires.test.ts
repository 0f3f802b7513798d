/** The folder into which an agent hires another: what the board has allowed before, or is asked to allow. */
import { approvals, type agents, type EventRecord, type Refusal } from '@muster/contracts';
import { boardActor, serviceActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCompany, actorOf, anAgent, openStageWithProducers } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStageWithProducers({ MUSTER_LOCAL_ROOTS: '/opt/roots:/opt/more' });
});
afterAll(() => stage.close());

const approvalIdOf = (asked: EventRecord | undefined): string => asked?.entityId ?? '';

const approve = (companyId: string, approvalId: string) =>
  stage.receive(approvals, 'approval.approved', {
    companyId,
    entityId: approvalId,
    payload: {
      approvalId,
      type: 'change_agent',
      status: 'approved',
      requestedByAgentId: null,
      requestedByUserId: null,
      agentId: null,
      issueIds: [],
      decisionNote: null,
      revision: 1,
      version: 2,
    },
  });

describe('the folder of an agent that an agent hires', () => {
  const config = async (agentId: string) =>
    stage
      .as(serviceActor('scheduler'))
      .getRunConfig({ agentId })
      .then(
        ({ adapterConfig }) => adapterConfig,
        (error: unknown) => (error as Refusal).code,
      );
  const hire = async (cwd: string) => {
    const { id: companyId } = await aCompany(stage, { requireBoardApprovalForNewAgents: false });
    const adapterConfig = { cwd: '/srv/shop' };
    const ceo = await anAgent(stage, companyId, { role: 'ceo', adapterConfig });
    const asked = { companyId, name: 'Eve', adapterType: 'claude_code', adapterConfig: { cwd } };
    const hired = await stage.as(actorOf(ceo)).hireAgent(asked as never);
    const changes = await stage.emitted('agent_change.requested');
    return {
      companyId,
      ...hired,
      ceo,
      asked: changes.find(({ payload }) => payload.agentId === hired.agent.id),
    };
  };

  it.each(['/srv/shop', '/srv/shop/api', '/opt/more/site'])(
    'may be %s, where the board or the operator lets agents work',
    async (cwd) => {
      const { agent, asked } = await hire(cwd);
      expect(agent).toMatchObject({ status: 'idle', adapterConfig: { cwd } });
      expect(asked).toBeUndefined();
      expect(await config(agent.id)).toEqual({ cwd });
    },
  );

  it.each(['/srv/vault', '/srv/shop/../vault', '/', 'elsewhere'])(
    'is asked for where it is %s, and no run starts before it is approved',
    async (cwd) => {
      const { agent, approval, asked, ceo, companyId } = await hire(cwd);
      expect(agent).toMatchObject({ status: 'idle', adapterConfig: { cwd } });
      expect(approval).toBeNull();
      expect(asked?.payload).toMatchObject({
        requestedByAgentId: ceo.id,
        patch: { adapterConfig: { cwd } },
        changes: [{ field: 'adapterConfig.cwd', before: null, after: cwd }],
      });
      expect(agent.note).toContain(approvalIdOf(asked));
      expect(await config(agent.id)).toBe('folder_not_allowed');
      await stage.as(boardActor()).updateAgent({ agentId: agent.id, title: 'Engineer' });
      expect(await config(agent.id)).toBe('folder_not_allowed');
      // Nor does a second hire follow the first one there.
      const second = await stage
        .as(actorOf(ceo))
        .hireAgent({ companyId, name: 'Ann', adapterConfig: { cwd } });
      expect(await config(second.agent.id)).toBe('folder_not_allowed');
      await approve(companyId, approvalIdOf(asked));
      expect(await config(agent.id)).toEqual({ cwd });
      expect(await config(second.agent.id)).toBe('folder_not_allowed');
      const updated = (await stage.emitted('agent.updated')).at(-1);
      expect(updated).toMatchObject({
        entityId: agent.id,
        payload: { changedKeys: ['adapterConfig'] },
      });
    },
  );

  it('stays closed after a rejection, until the board names another one', async () => {
    const { agent } = await hire('/srv/vault');
    const board = stage.as(boardActor());
    await board.updateAgent({ agentId: agent.id, adapterConfig: { cwd: '/srv/other' } });
    expect(await config(agent.id)).toEqual({ cwd: '/srv/other' });
  });
});
