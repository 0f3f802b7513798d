/**
 * What time alone brings about: reservations whose time is over, and budgets that a new month has
 * restored. Every replica sweeps; each change is a conditional update under the lock of the books,
 * so it happens and is said once.
 */
import type { billing } from '@muster/contracts';
import type { Context, Runtime } from '@muster/service-kit';
import { isExhausted } from '../domain/budget.ts';
import { announceBudget, sayingOf } from '../operations/announce-budget.ts';
import { giveBack } from '../operations/give-back.ts';
import { lockBooks } from '../store/companies.ts';
import {
  clearAgentMarksBefore, clearCompanyMarkBefore, findMonth, getStandings,
  listCompaniesRolledOver,
} from '../store/months.ts';
import { listCompaniesWithExpired, voidExpired } from '../store/reservations.ts';

type SweepContext = Pick<Context<typeof billing>, 'db' | 'say'>;

/** Company by company; one that fails is looked at again and keeps no other waiting. */
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
        runtime.log.warn({ err: error, companyId }, 'a sweep of the budgets failed'));
  }
}

/** Gives back what runs held that never said that they had ended. */
export async function voidReservations(runtime: Runtime): Promise<void> {
  const companies = await listCompaniesWithExpired(runtime.db);
  await eachCompany(runtime, companies, async (context, companyId) =>
    giveBack(context, companyId, await voidExpired(context.db, companyId)));
}

/** Lets go on whoever was out of money in a month that is over. */
export async function restoreRolledOver(runtime: Runtime, now: string): Promise<void> {
  const companies = await listCompaniesRolledOver(runtime.db, now);
  await eachCompany(runtime, companies, async (context, companyId) => {
    const { db } = context;
    const month = await findMonth(db, companyId, now);
    const isCompanyRestored = await clearCompanyMarkBefore(db, companyId, month);
    const restored = await clearAgentMarksBefore(db, companyId, month);
    const agentIds = isCompanyRestored ? [null, ...restored] : restored;
    for (const agentId of agentIds) await restore(context, { companyId, agentId, now });
  });
}

/** The new month may be spent already, by a cost that came early: then nothing is restored. */
async function restore(
  context: SweepContext,
  { companyId, agentId, now }: { companyId: string; agentId: string | null; now: string },
): Promise<void> {
  const { month, ...standings } = await getStandings(context.db, { companyId, agentId, at: now });
  const standing = agentId === null ? standings.company : standings.agent;
  const key = { companyId, agentId, month };
  await announceBudget(context, key, standing);
  if (!isExhausted(standing)) context.say('budget.restored', sayingOf(key, standing));
}
