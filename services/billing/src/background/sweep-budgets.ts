/**
 * What time alone changes: reservations expire, and a new month restores exhausted budgets. Every
 * replica sweeps; each change is a conditional update under the lock of the books, so it is made
 * and emitted once.
 */
import type { billing } from '@muster/contracts';
import type { Context, Runtime } from '@muster/service-kit';
import { announceBudget } from '../booking/announce-budget.ts';
import { announceReleased } from '../booking/announce-released.ts';
import { isExhausted } from '../domain/budget.ts';
import { budgetEvent } from '../events.ts';
import { lockBooks } from '../store/companies.ts';
import {
  clearAgentMarksBefore,
  clearCompanyMarkBefore,
  findMonth,
  getMonthBudgets,
  listCompaniesWithPastMarks,
} from '../store/months.ts';
import { listCompaniesWithExpired, voidExpired } from '../store/reservations.ts';

type SweepContext = Pick<Context<typeof billing>, 'db' | 'emit'>;

/** One transaction per company; one that fails is left to the next sweep and delays no other. */
async function eachCompany(
  runtime: Runtime,
  companies: readonly { readonly companyId: string }[],
  work: (context: SweepContext, companyId: string) => Promise<void>,
): Promise<void> {
  for (const { companyId } of companies) {
    await runtime
      .write(async (context) => {
        await lockBooks(context.db, companyId);
        await work(context, companyId);
      })
      .catch((error: unknown) =>
        runtime.log.warn({ err: error, companyId }, 'sweep of a company failed'),
      );
  }
}

/** Releases what runs reserved that never reported their end. */
export async function voidReservations(runtime: Runtime): Promise<void> {
  const companies = await listCompaniesWithExpired(runtime.db);
  await eachCompany(runtime, companies, async (context, companyId) =>
    announceReleased(context, companyId, await voidExpired(context.db, companyId)),
  );
}

/** Restores budgets that were exhausted in a month that is over. */
export async function restoreBudgetsOfNewMonth(runtime: Runtime, now: string): Promise<void> {
  const companies = await listCompaniesWithPastMarks(runtime.db, now);
  await eachCompany(runtime, companies, async (context, companyId) => {
    const { db } = context;
    const month = await findMonth(db, companyId, now);
    const isCompanyRestored = await clearCompanyMarkBefore(db, companyId, month);
    const restored = await clearAgentMarksBefore(db, companyId, month);
    const agentIds = isCompanyRestored ? [null, ...restored] : restored;
    for (const agentId of agentIds) await restore(context, { companyId, agentId, now });
  });
}

/** An early cost may have exhausted the new month already: then nothing is restored. */
async function restore(
  context: SweepContext,
  { companyId, agentId, now }: { companyId: string; agentId: string | null; now: string },
): Promise<void> {
  const { month, agent, company } = await getMonthBudgets(context.db, {
    companyId,
    agentId,
    at: now,
  });
  const budget = agentId === null ? company : agent;
  const key = { companyId, agentId, month };
  await announceBudget(context, key, budget);
  if (!isExhausted(budget)) context.emit('budget.restored', budgetEvent(key, budget));
}
