import { billing, type issues } from '@muster/contracts';
import { reactionToSeveral, type Context } from '@muster/service-kit';
import { announceExhausted } from '../creation/announce-exhausted.ts';
import { addCosts } from '../store/routines/spent.ts';

/** What their issues cost counts against the budgets of routines; a cost that is taken back is below zero. */
export const countCostsOfRoutines = reactionToSeveral(
  billing,
  ['cost.recorded'],
  async (events, context: Context<typeof issues>) => {
    const [{ companyId }] = events as [(typeof events)[number]];
    const costs = events.flatMap(({ payload: { issueId, month, costCents } }) =>
      issueId === null ? [] : [{ issueId, month, costCents }],
    );
    const routineIds = await addCosts(context.db, companyId, costs);
    await announceExhausted(companyId, routineIds, context);
  },
  // No routine had a budget before the first release with one.
  { history: 'none', when: ({ payload: { issueId } }) => issueId !== null },
);
