/**
 * What time alone changes: reservations expire, and a new month restores exhausted budgets. Every
 * replica sweeps; each change is a conditional update under the lock of the books, so it is made
 * and emitted once.
 */
import type { billing } from '@muster/contracts';
import {
  applyInSteps,
  openRotation,
  type Context,
  type Rotation,
  type Runtime,
} from '@muster/service-kit';
import { announceReleased } from '../booking/announce-released.ts';
import { restoreBudgets } from '../bulk-effects/restore-budgets.ts';
import { lockBooks } from '../store/companies.ts';
import { listCompaniesWithExpired } from '../store/expired-reservations.ts';
import { listCompaniesWithPastMarks, type CompanyMonth } from '../store/months.ts';
import { voidExpired } from '../store/reservations.ts';

type SweepContext = Context<typeof billing>;

/** Companies of one statement; a pass goes through all that are due. */
const COMPANIES_PER_PAGE = 100;

const writeOf = (
  { write }: Pick<Runtime, 'write'>,
  work: (context: SweepContext) => Promise<void>,
): Promise<void> => write((context) => work(context as unknown as SweepContext));

/** Releases what runs reserved that never reported their end. */
export const voidingReservations = (runtime: Runtime): Rotation =>
  openRotation({
    name: 'expired reservations',
    log: runtime.log,
    limit: COMPANIES_PER_PAGE,
    list: (after, limit) => listCompaniesWithExpired(runtime.db, after?.companyId, limit),
    work: (companies, eachCompany) =>
      eachCompany(companies, (companyId) =>
        writeOf(runtime, async (context) => {
          await lockBooks(context.db, companyId);
          await announceReleased(context, companyId, await voidExpired(context.db, companyId));
        }),
      ),
  });

/** Restores budgets that were exhausted in a month that is over, in steps. */
export const restoringBudgets = (
  runtime: Runtime,
  clock = () => new Date().toISOString(),
): Rotation =>
  openRotation<CompanyMonth>({
    name: 'budgets of a past month',
    log: runtime.log,
    limit: COMPANIES_PER_PAGE,
    list: (after, limit) => listCompaniesWithPastMarks(runtime.db, clock(), after, limit),
    work: (companies, eachCompany) =>
      eachCompany(companies, (companyId) =>
        writeOf(runtime, (context) =>
          applyInSteps({ ...context, now: clock() }, restoreBudgets, {
            companyId,
            subjectId: companyId,
          }),
        ),
      ),
  });
