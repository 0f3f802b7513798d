import { billing } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { keepReservedCents as saveReservedCents } from '../store/spend.ts';

export const keepReservedCents = reaction(
  billing,
  ['budget.reserved', 'budget.released'],
  async ({ companyId, payload: { agentId, agentReservedCents } }, { db }) => {
    await saveReservedCents(db, { companyId, agentId, reservedCents: agentReservedCents });
  },
);
