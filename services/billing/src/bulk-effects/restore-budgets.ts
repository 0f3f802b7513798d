/**
 * Restores the budgets of a company that were exhausted in a month that is over. Whether a cost or a
 * reservation fits is decided by the sums of the new month, so nobody's budget waits for its step:
 * what follows in steps are the announcements.
 */
import type { billing } from '@muster/contracts';
import { restAfter, type BulkEffect, type Context } from '@muster/service-kit';
import { announceBudget } from '../booking/announce-budget.ts';
import { isExhausted } from '../domain/budget.ts';
import { budgetEvent } from '../events.ts';
import { lockBooks } from '../store/companies.ts';
import {
  clearAgentMarksBefore,
  clearCompanyMarkBefore,
  findMonth,
  getMonthBudgets,
  listMonthBudgets,
  type BudgetKey,
  type MonthBudget,
} from '../store/months.ts';

/** Marks of one step, under the lock of the books. */
export const MARKS_PER_STEP = 200;

export const restoreBudgets: BulkEffect<typeof billing> = {
  name: 'restore_budgets',
  step: async (context, { companyId }) => {
    const { db, now } = context;
    await lockBooks(db, companyId);
    const month = await findMonth(db, companyId, now);
    if (await clearCompanyMarkBefore(db, companyId, month)) {
      const { company } = await getMonthBudgets(db, { companyId, agentId: null, at: now });
      await restore(context, { companyId, agentId: null, month }, company);
    }
    const { cleared, agentIds } = await clearAgentMarksBefore(
      db,
      { companyId, month },
      MARKS_PER_STEP,
    );
    for (const { agentId, ...budget } of await listMonthBudgets(db, companyId, month, agentIds)) {
      await restore(context, { companyId, agentId, month }, budget);
    }
    return restAfter(cleared, MARKS_PER_STEP);
  },
};

/** An early cost may have exhausted the new month already: then nothing is restored. */
async function restore(
  context: Context<typeof billing>,
  key: BudgetKey,
  budget: MonthBudget,
): Promise<void> {
  await announceBudget(context, key, budget);
  if (!isExhausted(budget)) context.emit('budget.restored', budgetEvent(key, budget));
}
