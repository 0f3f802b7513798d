/** Emits what has changed of a budget since it was last announced, and marks it as announced. */
import type { billing } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { decideAnnouncements } from '../domain/budget.ts';
import { budgetEvent } from '../events.ts';
import { type BudgetKey, type MonthBudget, saveMarks } from '../store/months.ts';

export async function announceBudget(
  { db, emit }: Pick<Context<typeof billing>, 'db' | 'emit'>,
  key: BudgetKey,
  budget: MonthBudget,
): Promise<void> {
  const { marks, emits } = decideAnnouncements(budget, budget);
  if (marks.warned !== budget.warned || marks.exhausted !== budget.exhausted) {
    await saveMarks(db, key, marks);
  }
  for (const event of emits) emit(event, budgetEvent(key, budget));
}
