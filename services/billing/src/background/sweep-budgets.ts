/**
 * What time alone changes: reservations expire, and a new month restores exhausted budgets. Every
 * replica sweeps; each change is a conditional update under the lock of the books, so it is made
 * and emitted once.
 */
import type { billing } from '@muster/contracts';
import { applyInSteps, type Context, type Runtime } from '@muster/service-kit';
import { announceReleased } from '../booking/announce-released.ts';
import { restoreBudgets } from '../bulk-effects/restore-budgets.ts';
import { lockBooks } from '../store/companies.ts';
import { listCompaniesWithPastMarks } from '../store/months.ts';
import { listCompaniesWithExpired, voidExpired } from '../store/reservations.ts';

type SweepContext = Context<typeof billing>;

/** One transaction per company; one that fails is left to the next sweep and delays no other. */
async function eachCompany(
  runtime: Runtime,
  companies: readonly { readonly companyId: string }[],
  work: (context: SweepContext, companyId: string) => Promise<void>,
): Promise<void> {
  for (const { companyId } of companies) {
    await runtime
      .write((context) => work(context as unknown as SweepContext, companyId))
      .catch((error: unknown) =>
        runtime.log.warn({ err: error, companyId }, 'sweep of a company failed'),
      );
  }
}

/** Releases what runs reserved that never reported their end. */
export async function voidReservations(runtime: Runtime): Promise<void> {
  const companies = await listCompaniesWithExpired(runtime.db);
  await eachCompany(runtime, companies, async (context, companyId) => {
    await lockBooks(context.db, companyId);
    await announceReleased(context, companyId, await voidExpired(context.db, companyId));
  });
}

/** Restores budgets that were exhausted in a month that is over, in steps. */
export async function restoreBudgetsOfNewMonth(runtime: Runtime, now: string): Promise<void> {
  const companies = await listCompaniesWithPastMarks(runtime.db, now);
  await eachCompany(runtime, companies, (context, companyId) =>
    applyInSteps({ ...context, now }, restoreBudgets, { companyId, subjectId: companyId }),
  );
}
