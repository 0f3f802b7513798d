/**
 * The dashboard of a company: one counting read of each service, in parallel. If one fails the
 * whole is refused, because a dashboard without its stale tasks would be wrong.
 */
import {
  agents,
  approvals,
  billing,
  issues,
  Refusal,
  scheduler,
  type Contract,
  type Dashboard,
} from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { dashboardOf } from './domain/dashboard.ts';
import { readAs } from '../upstream/read-as.ts';
import type { ComposedCall } from '../upstream/composed-call.ts';

export const getDashboard =
  (rpc: Rpc): ComposedCall =>
  async (input, call) => {
    const companyId = input['companyId'] as string;
    const ask = readAs(rpc, call);
    // The agents service owns companies; the others may not have applied a new one yet.
    const company = { companyId };
    const known = ask(agents, 'countAgents', company);
    const [team, work, costs, waiting, runs] = await Promise.all([
      known,
      unavailableIfNew(known, issues, ask(issues, 'countIssues', company)),
      unavailableIfNew(known, billing, ask(billing, 'getCostSummary', company)),
      unavailableIfNew(known, approvals, ask(approvals, 'countPendingApprovals', company)),
      unavailableIfNew(known, scheduler, ask(scheduler, 'countRuns', company)),
    ]);
    const dashboard: Dashboard = dashboardOf({ companyId, team, work, costs, waiting, runs });
    return { body: JSON.stringify(dashboard) };
  };

/** A company that only this service does not know is new; one that no service knows is absent. */
async function unavailableIfNew<T>(
  known: Promise<unknown>,
  { name: service }: Contract,
  answer: Promise<T>,
): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'company_not_found') throw error;
    await known;
    throw new Refusal('unavailable', { service });
  }
}
