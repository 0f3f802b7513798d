import { MODELS_OF_RUN_MAX } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billingService } from '../src/service.ts';
import { aCost, type BillingStage } from './books.ts';

const board = boardActor();
let stage: BillingStage;
let companyId: string;
let agentId: string;
let runId: string;

beforeAll(async () => {
  stage = await openStage(billingService);
});
afterAll(() => stage.close());
beforeEach(async () => {
  ({ companyId } = await stage.given.company());
  ({ agentId } = await stage.given.agent(companyId));
  runId = newId();
});

const spend = (costCents: number, what: object = {}) =>
  stage.as(board).recordCost({ ...aCost(companyId, agentId, costCents), runId, ...what });
const costs = () => stage.as(board).listCostsOfRun({ companyId, runId });

describe('listCostsOfRun', () => {
  it('sums the costs of the run by model and status of the price, highest first', async () => {
    await spend(2, { inputTokens: 10, cachedInputTokens: 4, outputTokens: 1 });
    await spend(3, { inputTokens: 20, outputTokens: 2 });
    await spend(9, { model: 'm-2', priceStatus: 'estimated' });
    await spend(100, { runId: newId() });
    await spend(100, { runId: null });
    expect(await costs()).toEqual({
      costCents: 14,
      unknownCents: 0,
      estimatedCents: 9,
      unknownEvents: 0,
      inputTokens: 30,
      cachedInputTokens: 4,
      outputTokens: 3,
      events: 3,
      byModel: [
        {
          provider: 'acme',
          model: 'm-2',
          priceStatus: 'estimated',
          costCents: 9,
          unknownCents: 0,
          estimatedCents: 9,
          unknownEvents: 0,
          inputTokens: 0,
          cachedInputTokens: 0,
          outputTokens: 0,
          events: 1,
        },
        {
          provider: 'acme',
          model: 'm-1',
          priceStatus: 'measured',
          costCents: 5,
          unknownCents: 0,
          estimatedCents: 0,
          unknownEvents: 0,
          inputTokens: 30,
          cachedInputTokens: 4,
          outputTokens: 3,
          events: 2,
        },
      ],
      more: false,
      unusual: null,
    });
  });

  it('names what was charged by tokens, and subtracts what was taken back', async () => {
    const taken = await spend(50);
    await spend(7);
    const unknown = await spend(0, { costCents: undefined, inputTokens: 1_000_000 });
    await stage.as(board).voidCost({ companyId, costId: taken.id, reason: 'A test.' });
    const found = await costs();
    expect(unknown.costCents).toBeGreaterThan(0);
    expect(found).toMatchObject({
      costCents: 7 + unknown.costCents,
      unknownCents: unknown.costCents,
    });
  });

  it('has a total of all models, and the lines of the most expensive ones', async () => {
    for (let n = 1; n <= MODELS_OF_RUN_MAX + 1; n += 1) await spend(n, { model: `m-${n}` });
    const { byModel, more, ...total } = await costs();
    expect(byModel).toHaveLength(MODELS_OF_RUN_MAX);
    expect(byModel[0]).toMatchObject({ costCents: MODELS_OF_RUN_MAX + 1 });
    expect(more).toBe(true);
    expect(total).toMatchObject({ costCents: 231, events: MODELS_OF_RUN_MAX + 1 });
  });

  it('is all zero for a run without costs', async () => {
    expect(await costs()).toMatchObject({ costCents: 0, events: 0, byModel: [], more: false });
  });

  it('shows the agents of another company nothing', async () => {
    await spend(5);
    const { companyId: other } = await stage.given.company();
    await expect(
      stage.as(agentActor(other)).listCostsOfRun({ companyId, runId }),
    ).rejects.toMatchObject({ code: 'company_not_found' });
    expect(
      await stage.as(agentActor(other)).listCostsOfRun({ companyId: other, runId }),
    ).toMatchObject({ costCents: 0 });
  });
});
