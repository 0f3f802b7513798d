/** At which address agents reach the API: those of a runner a near one, all others the public one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';
import { asAgent, openWebAgent, type WebAgent } from './remote-steps.ts';

const PUBLIC = 'https://muster.example.com';

describe('SERVICE_API_URL', () => {
  let opened: Opened;
  let web: WebAgent;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler({
      MUSTER_API_URL: 'http://gateway.near:8080/',
      MUSTER_PUBLIC_URL: `${PUBLIC}/`,
      MUSTER_EGRESS_ALLOW: '127.0.0.1',
    });
    web = await openWebAgent();
    ({ companyId } = await opened.company());
  });
  afterAll(async () => {
    web.close();
    await opened.close();
  });

  it('is near for a program that is started here', async () => {
    const { agentId } = await opened.agent(companyId, 'console.log(process.env.SERVICE_API_URL)');
    const run = await opened.finished((await opened.wake(agentId)).id);
    expect(run.resultSummary).toBe('http://gateway.near:8080');
  });

  it('is public for an agent that is called, and so are the addresses of its reports', async () => {
    const { agentId } = await opened.agent(companyId, '', { adapterType: 'http' });
    opened.adapters.set(agentId, { adapterType: 'http', adapterConfig: { url: web.url } });
    const { id } = await opened.wake(agentId);
    const { body } = await web.callOf(id);
    expect(body.variables['SERVICE_API_URL']).toBe(PUBLIC);
    expect(body).toMatchObject({
      beatUrl: `${PUBLIC}/api/heartbeat-runs/${id}/beat`,
      finishUrl: `${PUBLIC}/api/heartbeat-runs/${id}/finish`,
    });
  });

  it('is public for an agent that fetches its runs', async () => {
    const { agentId } = await opened.agent(companyId, '', { adapterType: 'remote' });
    opened.adapters.set(agentId, { adapterType: 'remote', adapterConfig: {} });
    await opened.wake(agentId);
    const self = asAgent(opened, companyId, agentId);
    const { id: wakeId } = await eventually(async () => (await self.listOfferedWakes({}))[0]);
    const { variables } = await self.ackWake({ wakeId });
    expect(variables['SERVICE_API_URL']).toBe(PUBLIC);
  });
});
