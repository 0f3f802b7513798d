/**
 * How a company is doing: one small counting read of each service, all at once. A part that cannot
 * be had refuses the whole: a dashboard that shows nothing stale because nobody was asked lies.
 */
import {
  agents, approvals, billing, issues, Refusal, scheduler, type Contract, type Dashboard,
} from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { dashboardOf } from '../domain/dashboard.ts';
import { asker } from './asker.ts';
import type { ComposedCall } from './composed-calls.ts';

export const getDashboard = (rpc: Rpc): ComposedCall => async (input, onBehalf) => {
  const companyId = input['companyId'] as string;
  const ask = asker(rpc, onBehalf);
  // Agents knows which companies there are; the others have yet to hear of a new one.
  const company = { companyId };
  const known = ask(agents, 'countAgents', company);
  const [team, work, costs, waiting, runs] = await Promise.all([
    known,
    unlessUnheard(known, issues, ask(issues, 'countIssues', company)),
    unlessUnheard(known, billing, ask(billing, 'getCostSummary', company)),
    unlessUnheard(known, approvals, ask(approvals, 'countPendingApprovals', company)),
    unlessUnheard(known, scheduler, ask(scheduler, 'countRuns', company)),
  ]);
  const shown: Dashboard = dashboardOf({ companyId, team, work, costs, waiting, runs });
  return { body: JSON.stringify(shown) };
};

/** A company that nobody knows is absent; one that only this service does not know is new. */
async function unlessUnheard<T>(
  known: Promise<unknown>,
  { name: service }: Contract,
  answered: Promise<T>,
): Promise<T> {
  try {
    return await answered;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'company_not_found') throw error;
    await known;
    throw new Refusal('unavailable', { service });
  }
}
