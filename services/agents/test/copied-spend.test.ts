/** What billing has booked is copied: of several costs at once, the newest sums. */
import { type agents, billing } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, anAgent, readAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

it('shows the newest sum of each agent and of the company after several costs at once', async () => {
  const { id: companyId } = await aCompany(stage);
  const [first, second] = [await anAgent(stage, companyId), await anAgent(stage, companyId)];
  const { service } = await stage.standIn(billing);
  const cost = (agentId: string, agentSpentCents: number, companySpentCents: number) => {
    const costEventId = newId();
    return {
      companyId,
      entityId: costEventId,
      payload: {
        costEventId,
        agentId,
        costCents: 1,
        month: new Date().toISOString().slice(0, 7),
        provider: 'test',
        model: 'test',
        inputTokens: 0,
        outputTokens: 0,
        cachedInputTokens: 0,
        issueId: null,
        projectId: null,
        runId: null,
        agentSpentCents,
        companySpentCents,
      },
    };
  };
  await service.runtime.write(async ({ emit }) => {
    const tell = emit as (type: string, input: object) => void;
    tell('cost.recorded', cost(first.id, 210, 210));
    tell('cost.recorded', cost(second.id, 30, 240));
    tell('cost.recorded', cost(first.id, 220, 250));
  });
  await stage.receive(billing, 'cost.recorded', cost(newId(), 5, 255));
  expect((await readAgent(stage, first)).spentMonthlyCents).toBe(220);
  expect((await readAgent(stage, second)).spentMonthlyCents).toBe(30);
  const company = await stage.as(boardActor()).getCompany({ companyId });
  expect(company).toMatchObject({ spentMonthlyCents: 255 });
});
