import type { scheduler } from '@muster/contracts';
import { storageOf, type Handler } from '@muster/service-kit';
import { countRunsOfCompany } from '../store/runs/run-counts.ts';

const DAY_MS = 86_400_000;

export const countRuns: Handler<typeof scheduler, 'countRuns'> = async (
  { companyId },
  { db, now, config },
) => {
  const [counts, storage] = await Promise.all([
    countRunsOfCompany(db, companyId, new Date(Date.parse(now) - DAY_MS).toISOString()),
    storageOf({ db, config }, companyId),
  ]);
  return { ...counts, storage };
};
