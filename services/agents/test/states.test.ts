/** What a service that joins a company reads, instead of the log of agents. */
import { agents } from '@muster/contracts';
import { boardActor, openStage, readStates, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

it('the states of a company, its agents and secrets are those of their last events, without secrets', async () => {
  const board = stage.as(boardActor());
  const { id: companyId } = await board.createCompany({ name: 'Acme' });
  const { id: otherId } = await board.createCompany({ name: 'Other' });
  await board.createAgent({ companyId: otherId, name: 'Not of Acme' });
  await board.updateCompany({ companyId, timeZone: 'Europe/Berlin' });
  const chief = await board.createAgent({ companyId, name: 'Cleo', role: 'ceo' });
  const ann = await board.createAgent({ companyId, name: 'Ann', reportsTo: chief.id });
  await board.pauseAgent({ agentId: ann.id });
  await board.createSecret({ companyId, name: 'db', value: 'a-secret-value' });
  const gone = await board.createSecret({ companyId, name: 'gone', value: 'another-value' });
  await board.deleteSecret({ companyId, secretId: gone.id });
  const events = (await readStates(stage.service, companyId)).flat();
  for (const { type, payload } of events) {
    agents.events[type as 'agent.created'].payload.parse(payload);
  }
  expect(events.map(({ type }) => type)).toEqual([
    'company.created',
    'agent.created',
    'agent.created',
    'secret.created',
  ]);
  const last = (type: Parameters<typeof stage.emitted>[0]) =>
    stage.emitted(type).then((all) => all.filter((event) => event.companyId === companyId).at(-1));
  expect(events[0]?.payload).toEqual((await last('company.updated'))?.payload);
  expect(events[2]?.payload).toEqual((await last('agent.paused'))?.payload);
  expect(events[3]?.payload).toMatchObject({ name: 'db' });
  expect(JSON.stringify(events)).not.toContain('a-secret-value');
});
