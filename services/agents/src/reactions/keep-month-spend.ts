import { billing } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { keepMonthSpend as saveMonthSpend } from '../store/spend.ts';

export const keepMonthSpend = reaction(
  billing,
  ['cost.recorded'],
  async ({ companyId, payload }, { db }) => {
    await saveMonthSpend(db, { companyId, ...payload });
  },
);
