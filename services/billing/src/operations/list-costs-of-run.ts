import { MODELS_OF_RUN_MAX, type billing } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { sumCostsOfRun } from '../store/costs-of-run.ts';
import { findUnusualCost } from '../store/run-usages.ts';

export const listCostsOfRun: Handler<typeof billing, 'listCostsOfRun'> = async (query, { db }) => {
  const [{ total, models }, unusual = null] = await Promise.all([
    sumCostsOfRun(db, query, MODELS_OF_RUN_MAX + 1),
    findUnusualCost(db, query),
  ]);
  return {
    ...total,
    byModel: models.slice(0, MODELS_OF_RUN_MAX),
    more: models.length > MODELS_OF_RUN_MAX,
    unusual,
  };
};
