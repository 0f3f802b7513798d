import { billing } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { saveMonthSpend } from '../store/spend.ts';

export const copyMonthSpend = reaction(
  billing,
  ['cost.recorded'],
  async ({ companyId, seq, payload }, { db }) => {
    await saveMonthSpend(db, { companyId, seq, ...payload });
  },
  { isPaced: true },
);
