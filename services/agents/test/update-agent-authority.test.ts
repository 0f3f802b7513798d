import type { agents } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { actorOf, anAgent, readAgent, aTeam } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

describe('updateAgent: who may change what', () => {
  it('lets an agent change its own title, prompt and instructions', async () => {
    const { engineer } = await aTeam(stage);
    const changed = await stage.as(actorOf(engineer)).updateAgent({
      agentId: engineer.urlKey,
      title: 'Me',
      icon: 'cpu',
      capabilities: 'all',
      adapterConfig: { promptTemplate: 'p', instructionsFilePath: 'docs/me.md' },
    });
    expect(changed).toMatchObject({
      title: 'Me',
      icon: 'cpu',
      capabilities: 'all',
      adapterConfig: { promptTemplate: 'p', instructionsFilePath: '/srv/e/docs/me.md' },
    });
  });

  it('keeps the path that an agent sets inside its folder', async () => {
    const { engineer } = await aTeam(stage);
    await expect(
      stage.as(actorOf(engineer)).updateAgent({
        agentId: engineer.id,
        adapterConfig: { instructionsFilePath: '../../etc/passwd' },
      }),
    ).rejects.toMatchObject({ code: 'unusable_path' });
  });

  it('refuses other changes of an agent to itself, and changes nothing', async () => {
    const { engineer, lead } = await aTeam(stage);
    await expect(
      stage.as(actorOf(engineer)).updateAgent({
        agentId: engineer.id,
        title: 'Boss',
        role: 'cto',
        budgetMonthlyCents: 5,
        adapterConfig: { model: 'm-2' },
        reportsTo: null,
        permissions: { canCreateAgents: true },
      }),
    ).rejects.toMatchObject({
      code: 'fields_not_yours',
      details: {
        fields: ['budgetMonthlyCents', 'permissions', 'reportsTo', 'role', 'adapterConfig.model'],
      },
    });
    expect(await readAgent(stage, engineer)).toMatchObject({ title: null, reportsTo: lead.id });
  });

  it('lets every manager above change the role, and no peer or report', async () => {
    const { companyId, ceo, lead, engineer } = await aTeam(stage);
    const peer = await anAgent(stage, companyId, { reportsTo: lead.id });
    for (const [manager, role] of [
      [lead, 'qa'],
      [ceo, 'devops'],
    ] as const) {
      const changed = await stage.as(actorOf(manager)).updateAgent({ agentId: engineer.id, role });
      expect(changed.role).toBe(role);
    }
    for (const [stranger, target] of [
      [peer, engineer],
      [engineer, lead],
    ] as const) {
      await expect(
        stage.as(actorOf(stranger)).updateAgent({ agentId: target.id, title: 'x' }),
      ).rejects.toMatchObject({ code: 'not_your_agent' });
    }
  });

  it('hides agents of other companies', async () => {
    const { engineer } = await aTeam(stage);
    await expect(
      stage.as(agentActor(newId())).updateAgent({ agentId: engineer.id, title: 'x' }),
    ).rejects.toMatchObject({ code: 'agent_not_found' });
  });

  it('lets only the board change a waiting hire, and nobody a terminated agent', async () => {
    const { companyId, ceo } = await aTeam(stage);
    const { agent } = await stage.as(boardActor()).hireAgent({
      companyId,
      name: 'Waiting',
      reportsTo: ceo.id,
    });
    const patch = { agentId: agent.id, title: 'x' };
    await expect(stage.as(actorOf(ceo)).updateAgent(patch)).rejects.toMatchObject({
      code: 'agent_not_editable',
    });
    expect(await stage.as(boardActor()).updateAgent(patch)).toMatchObject({ title: 'x' });
    await stage.as(boardActor()).terminateAgent({ agentId: agent.id });
    await expect(stage.as(boardActor()).updateAgent(patch)).rejects.toMatchObject({
      code: 'agent_not_editable',
    });
  });

  it('refuses to change anything in an archived company', async () => {
    const { companyId, engineer } = await aTeam(stage);
    await stage.as(boardActor()).updateCompany({ companyId, status: 'archived' });
    await expect(
      stage.as(boardActor()).updateAgent({ agentId: engineer.id, title: 'x' }),
    ).rejects.toMatchObject({ code: 'company_archived' });
    await expect(stage.as(boardActor()).pauseAgent({ agentId: engineer.id })).rejects.toMatchObject(
      { code: 'company_archived' },
    );
  });
});
