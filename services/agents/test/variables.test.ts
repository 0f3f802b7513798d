import type { agents } from '@muster/contracts';
import { boardActor, openStage, serviceActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, anAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService, { env: { MUSTER_ALLOWED_VARIABLES: 'node_env, TMPDIR' } });
});
afterAll(() => stage.close());

const board = () => stage.as(boardActor());
const withEnv = (...names: string[]) => ({
  adapterConfig: { command: 'node', env: Object.fromEntries(names.map((name) => [name, 'x'])) },
});
const refusal = (...names: string[]) => ({
  code: 'variable_not_allowed',
  status: 422,
  details: { names },
  hint: expect.stringContaining('MUSTER_ALLOWED_VARIABLES') as string,
});

describe('a variable that chooses or configures a program', () => {
  it('is in no environment of a new agent, a hire or a change, in any case of letters', async () => {
    const { id: companyId } = await aCompany(stage);
    const agent = await anAgent(stage, companyId, withEnv('API_KEY'));
    for (const name of ['PATH', 'ld_preload', 'Node_Options', 'https_proxy', 'SERVICE_API_URL']) {
      const wrong = withEnv(name, 'OTHER');
      await expect(anAgent(stage, companyId, wrong)).rejects.toMatchObject(refusal(name));
      await expect(board().hireAgent({ companyId, name: 'Eve', ...wrong })).rejects.toMatchObject(
        refusal(name),
      );
      await expect(board().updateAgent({ agentId: agent.id, ...wrong })).rejects.toMatchObject(
        refusal(name),
      );
    }
  });

  it('is accepted if the operator allows it', async () => {
    const { id: companyId } = await aCompany(stage);
    const { id: agentId } = await anAgent(stage, companyId, withEnv('NODE_ENV', 'tmpdir'));
    const { adapterConfig } = await stage.as(serviceActor()).getRunConfig({ agentId });
    expect(adapterConfig['env']).toEqual({ NODE_ENV: 'x', tmpdir: 'x' });
  });

  it('of an agent from before lets no run start, and other changes pass', async () => {
    const { id: companyId } = await aCompany(stage);
    const { id: agentId } = await anAgent(stage, companyId, withEnv('API_KEY'));
    await stage.db.run({
      text: `update agents
        set adapter_config = jsonb_set(adapter_config, '{env,BASH_ENV}', '{"secretRef": "x"}')
        where id = $1`,
      values: [agentId],
    });
    await expect(stage.as(serviceActor()).getRunConfig({ agentId })).rejects.toMatchObject(
      refusal('BASH_ENV'),
    );
    expect(await board().updateAgent({ agentId, title: 'Kept' })).toMatchObject({ title: 'Kept' });
    const repaired = { adapterConfig: { env: { API_KEY: 'y' } } };
    await board().updateAgent({ agentId, ...repaired });
    expect(await stage.as(serviceActor()).getRunConfig({ agentId })).toMatchObject(repaired);
  });
});
