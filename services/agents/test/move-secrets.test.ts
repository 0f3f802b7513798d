import type { Agent, agents } from '@muster/contracts';
import { boardActor, openStage, serviceActor, until, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveSecrets } from '../src/background/move-secrets.ts';
import { agentsService } from '../src/service.ts';
import { aCompany, anAgent, aReference, readAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

const board = () => stage.as(boardActor());
const runOf = ({ id: agentId }: Agent) => stage.as(serviceActor()).getRunConfig({ agentId });
const query = (text: string, values: unknown[] = []) =>
  stage.db.run<{ text: string }>({ text, values });

/** An agent as older releases stored it, with secrets inline in its row and its revisions. */
async function anOldAgent(apiKey: string): Promise<Agent> {
  const agent = await anAgent(stage, (await aCompany(stage)).id, { adapterType: 'alpha_local' });
  const plain = JSON.stringify({ apiKey, model: 'm', env: { A: '{{secret:no}}' } });
  await query(
    `update agents set adapter_config = $2::jsonb, metadata = '{"token": "canary-m"}',
    secrets_kept = false where id = $1`,
    [agent.id, plain],
  );
  await query(
    `update config_revisions set secrets_kept = false,
    config = jsonb_set(config, '{adapterConfig}', $2::jsonb) where agent_id = $1`,
    [agent.id, plain],
  );
  return agent;
}

/** A row that another process moves at that moment is skipped, and moved soon. */
const atRest = async ({ id }: Agent): Promise<string> =>
  (
    await query(
      `select a::text || r::text as text from agents a
    join config_revisions r on r.agent_id = a.id where a.id = $1`,
      [id],
    )
  )
    .map(({ text }) => text)
    .join();

describe('inline secrets of older releases', () => {
  it('are moved out of agents and revisions without changing configurations', async () => {
    const old = await Promise.all(['canary-1', 'canary-2'].map(anOldAgent));
    const emitted = (await stage.emitted()).length;
    const replica = await stage.replica();
    await Promise.all([moveSecrets(stage.service.runtime), moveSecrets(replica.runtime)]);
    await moveSecrets(stage.service.runtime);
    expect(await stage.emitted()).toHaveLength(emitted);
    for (const [index, agent] of old.entries()) {
      await until(
        'the secrets to have been moved',
        async () => !(await atRest(agent)).includes('canary') || undefined,
      );
      expect(await readAgent(stage, agent)).toMatchObject({
        version: agent.version,
        updatedAt: agent.updatedAt,
        adapterConfig: { apiKey: aReference, model: 'm' },
        metadata: { token: aReference },
      });
      await board().updateAgent({ agentId: agent.id, adapterConfig: { env: null } });
      expect((await runOf(agent)).adapterConfig).toEqual({
        apiKey: `canary-${index + 1}`,
        model: 'm',
      });
      const [current, first] = await board().listConfigRevisions({ agentId: agent.id });
      expect(first?.afterConfig.adapterConfig['apiKey']).toEqual(
        current?.afterConfig.adapterConfig['apiKey'],
      );
    }
  });

  it('work and survive a change before they are moved', async () => {
    const agent = await anOldAgent('canary-3');
    await query(`update agents set adapter_config = '{"apiKey": "canary-3"}' where id = $1`, [
      agent.id,
    ]);
    expect(await runOf(agent)).toMatchObject({
      adapterConfig: { apiKey: 'canary-3' },
      hide: ['canary-3'],
    });
    await board().updateAgent({ agentId: agent.id, title: 'Changed' });
    const [newest] = await board().listConfigRevisions({ agentId: agent.id });
    expect(newest?.changedKeys).toEqual(['title']);
    await moveSecrets(stage.service.runtime);
    await expect.poll(() => atRest(agent)).not.toContain('canary');
    expect((await runOf(agent)).adapterConfig).toEqual({ apiKey: 'canary-3' });
  });

  it('are moved when the service starts', async () => {
    const agent = await anOldAgent('canary-4');
    const replica = await stage.replica();
    await replica.stop();
    await moveSecrets(stage.service.runtime);
    await expect.poll(() => atRest(agent)).not.toContain('canary');
  });
});
