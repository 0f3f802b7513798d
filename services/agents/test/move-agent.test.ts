import type { agents } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, anAgent, readAgent, aTeam } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

describe('updateAgent: moving in the tree', () => {
  it('moves an agent under another manager', async () => {
    const { ceo, engineer } = await aTeam(stage);
    await stage.as(boardActor()).updateAgent({ agentId: engineer.id, reportsTo: ceo.id });
    const { chainOfCommand } = await readAgent(stage, engineer);
    expect(chainOfCommand.map(({ id }) => id)).toEqual([ceo.id]);
  });

  it('refuses a cycle of any length', async () => {
    const { ceo, lead, engineer } = await aTeam(stage);
    for (const reportsTo of [ceo.id, lead.id, engineer.id]) {
      await expect(
        stage.as(boardActor()).updateAgent({ agentId: ceo.id, reportsTo }),
      ).rejects.toMatchObject({ code: 'would_make_cycle' });
    }
  });

  it('refuses a manager that is absent, foreign or terminated', async () => {
    const { companyId, engineer } = await aTeam(stage);
    const [foreign, ended] = [(await aTeam(stage)).lead, await anAgent(stage, companyId)];
    await stage.as(boardActor()).terminateAgent({ agentId: ended.id });
    for (const reportsTo of [newId(), foreign.id, ended.id]) {
      await expect(
        stage.as(boardActor()).updateAgent({ agentId: engineer.id, reportsTo }),
      ).rejects.toMatchObject({ code: 'agent_not_found', details: { field: 'reportsTo' } });
    }
  });

  it('lets only one of two opposite moves at once succeed', async () => {
    const { id: companyId } = await aCompany(stage);
    for (let round = 0; round < 20; round++) {
      const [one, two] = [await anAgent(stage, companyId), await anAgent(stage, companyId)];
      const outcomes = await Promise.allSettled([
        stage.as(boardActor()).updateAgent({ agentId: one.id, reportsTo: two.id }),
        stage.as(boardActor()).updateAgent({ agentId: two.id, reportsTo: one.id }),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });
});
