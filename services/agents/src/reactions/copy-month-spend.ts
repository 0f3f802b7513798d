import { billing } from '@muster/contracts';
import { reactionToSeveral } from '@muster/service-kit';
import { saveMonthSpends } from '../store/spend.ts';

export const copyMonthSpend = reactionToSeveral(
  billing,
  ['cost.recorded'],
  async (events, { db }) => {
    const [{ companyId }] = events as [(typeof events)[number]];
    await saveMonthSpends(
      db,
      companyId,
      events.map(({ seq, payload }) => ({ seq, ...payload })),
    );
  },
);
