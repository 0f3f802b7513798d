import { billing } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { saveReservedCents } from '../store/spend.ts';

export const copyReservedCents = reaction(
  billing,
  ['budget.reserved', 'budget.released'],
  async ({ companyId, seq, payload: { agentId, agentReservedCents } }, { db }) => {
    await saveReservedCents(db, { companyId, agentId, seq, reservedCents: agentReservedCents });
  },
);
