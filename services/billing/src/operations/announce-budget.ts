/** Says what has become of a budget since it was last spoken of, and keeps that it was said. */
import type { billing } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { judge } from '../domain/budget.ts';
import { saveMarks, type BudgetKey, type Standing } from '../store/months.ts';

export async function announceBudget(
  { db, say }: Pick<Context<typeof billing>, 'db' | 'say'>,
  key: BudgetKey,
  standing: Standing,
): Promise<void> {
  const { marks, says } = judge(standing, standing);
  if (marks.warned !== standing.warned || marks.exhausted !== standing.exhausted) {
    await saveMarks(db, key, marks);
  }
  for (const news of says) say(news, sayingOf(key, standing));
}

/** Where a budget stands, as an event says it. */
export const sayingOf = (
  { companyId, agentId, month }: BudgetKey,
  { limitCents, spentCents }: Pick<Standing, 'limitCents' | 'spentCents'>,
) => ({
  companyId,
  entityId: agentId ?? companyId,
  payload: {
    scope: agentId === null ? ('company' as const) : ('agent' as const),
    agentId, month, limitCents, spentCents,
  },
});
