import type { agents } from '@muster/contracts';
import { boardActor, openStage, serviceActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, actorOf, anAgent, aReference } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

const board = () => stage.as(boardActor());
const address = { baseUrl: 'https://models.example.com', api: 'anthropic', models: ['large'] };
const KEY = 'a key of the gateway';
const provider = { ...address, auth: KEY };
const ignored = (field: string) => ({
  code: 'address_ignored',
  status: 422,
  details: { fields: [field] },
});

describe('a provider of one’s own', () => {
  it('is shown as it is, but for its key, which a run gets', async () => {
    const { id: companyId } = await aCompany(stage);
    const adapterConfig = { provider };
    const agent = await anAgent(stage, companyId, { adapterType: 'claude_code', adapterConfig });
    const { id: agentId } = agent;
    const stored = { ...address, auth: aReference };
    expect(agent.adapterConfig['provider']).toEqual(stored);
    const asRun = stage.as(serviceActor());
    const run = await asRun.getRunConfig({ agentId });
    expect(run.adapterConfig['provider']).toEqual(provider);
    expect(run.hide).toContain(KEY);

    const moved = {
      ...(agent.adapterConfig['provider'] as object),
      baseUrl: 'https://b.example.com',
    };
    const changed = await board().updateAgent({ agentId, adapterConfig: { provider: moved } });
    expect(changed.adapterConfig['provider']).toEqual({ ...stored, baseUrl: moved.baseUrl });
  });

  it('is the board’s: neither the agent nor its manager changes it', async () => {
    const { id: companyId } = await aCompany(stage);
    const boss = await anAgent(stage, companyId, { permissions: { canCreateAgents: true } });
    const adapterConfig = { provider: address };
    const agent = await anAgent(stage, companyId, {
      adapterType: 'claude_code',
      adapterConfig,
      reportsTo: boss.id,
    });
    const moved = { provider: { ...address, baseUrl: 'https://other.example.com' } };
    for (const caller of [boss, agent]) {
      await expect(
        stage.as(actorOf(caller)).updateAgent({ agentId: agent.id, adapterConfig: moved }),
      ).rejects.toMatchObject({
        code: 'needs_board',
        details: { fields: ['adapterConfig.provider'] },
      });
    }
  });

  it('is refused by name where its program ignores it, in a creation, a hire and a change', async () => {
    const { id: companyId } = await aCompany(stage);
    const wrong = [
      ['codex', { provider }, 'adapterConfig.provider.api'],
      ['codex', { env: { OPENAI_BASE_URL: 'x' } }, 'adapterConfig.env.OPENAI_BASE_URL'],
      ['process', { provider }, 'adapterConfig.provider'],
    ] as const;
    for (const [adapterType, adapterConfig, field] of wrong) {
      const given = { adapterType, adapterConfig };
      await expect(anAgent(stage, companyId, given)).rejects.toMatchObject(ignored(field));
      await expect(board().hireAgent({ companyId, name: 'Eve', ...given })).rejects.toMatchObject(
        ignored(field),
      );
      const { id: agentId } = await anAgent(stage, companyId, { adapterType });
      await expect(board().updateAgent({ agentId, adapterConfig })).rejects.toMatchObject(
        ignored(field),
      );
    }
  });

  it('does not survive a change to an adapter that ignores it', async () => {
    const { id: companyId } = await aCompany(stage);
    const adapterConfig = { provider: address };
    const { id: agentId } = await anAgent(stage, companyId, {
      adapterType: 'claude_code',
      adapterConfig,
    });
    await expect(board().updateAgent({ agentId, adapterType: 'remote' })).rejects.toMatchObject(
      ignored('adapterConfig.provider'),
    );
    const without = { adapterType: 'remote', adapterConfig: { provider: null } } as const;
    const changed = await board().updateAgent({ agentId, ...without });
    expect(changed.adapterConfig).toEqual({});
  });
});
