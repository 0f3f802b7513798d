/**
 * What time alone brings about: reservations whose time is over, budgets that a new month has
 * restored, and books that are due to be looked at. Every replica sweeps; each change is a
 * conditional update under the lock of the books, so it happens and is said once.
 */
import type { billing } from '@muster/contracts';
import type { Background, Context, Runtime } from '@muster/service-kit';
import type { BillingConfig } from '../config.ts';
import { isExhausted } from '../domain/budget.ts';
import { announceBudget, sayingOf } from '../operations/announce-budget.ts';
import { giveBack } from '../operations/give-back.ts';
import { lockBooks } from '../store/companies.ts';
import {
  clearAgentMarksBefore, clearCompanyMarkBefore, findMonth, getStandings,
  listCompaniesRolledOver,
} from '../store/months.ts';
import { listCompaniesWithExpired, voidExpired } from '../store/reservations.ts';
import { openAuditor } from './audit.ts';

/** Between two looks whose books are due: they are once a day, so there is no hurry. */
const AUDIT_LOOK_MS = 60_000;

type SweepContext = Pick<Context<typeof billing>, 'db' | 'say'>;
type Write = (work: (context: SweepContext) => Promise<void>) => Promise<void>;

const writeOf = (runtime: Runtime): Write => (work) =>
  runtime.write((context) => work(context as unknown as SweepContext));

/** Gives back what runs held that never said that they had ended. */
export async function voidReservations(runtime: Runtime): Promise<void> {
  for (const { companyId } of await listCompaniesWithExpired(runtime.db)) {
    await writeOf(runtime)(async (context) => {
      await lockBooks(context.db, companyId);
      await giveBack(context, companyId, await voidExpired(context.db, companyId));
    });
  }
}

/** Lets go on whoever was out of money in a month that is over. */
export async function restoreRolledOver(runtime: Runtime, now: string): Promise<void> {
  for (const { companyId } of await listCompaniesRolledOver(runtime.db, now)) {
    await writeOf(runtime)(async (context) => {
      const { db } = context;
      await lockBooks(db, companyId);
      const month = await findMonth(db, companyId, now);
      const isCompanyRestored = await clearCompanyMarkBefore(db, companyId, month);
      const restored = await clearAgentMarksBefore(db, companyId, month);
      const agentIds = isCompanyRestored ? [null, ...restored] : restored;
      for (const agentId of agentIds) await restore(context, { companyId, agentId, now });
    });
  }
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

export function startSweep(runtime: Runtime, settings: BillingConfig): Background {
  const auditor = openAuditor(runtime, settings.BOOKS_AUDIT_HOURS);
  let auditAt = performance.now();
  let underWay = Promise.resolve();
  let isIdle = true;
  const sweep = async (): Promise<void> => {
    isIdle = false;
    try {
      await voidReservations(runtime);
      const now = new Date().toISOString();
      await restoreRolledOver(runtime, now);
      if (performance.now() < auditAt) return;
      auditAt = performance.now() + AUDIT_LOOK_MS;
      await auditor.audit(now);
    } catch (error) {
      runtime.log.warn({ err: error }, 'a sweep of the budgets failed');
    } finally {
      isIdle = true;
    }
  };
  const timer = setInterval(() => {
    if (isIdle) underWay = sweep();
  }, settings.BUDGET_SWEEP_SECONDS * 1_000);
  return {
    async drain() {
      clearInterval(timer);
      await underWay;
    },
  };
}
