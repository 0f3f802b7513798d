/**
 * How a company is doing: one small counting read of each service, all at once. A part that cannot
 * be had refuses the whole: a dashboard that shows nothing stale because nobody was asked lies.
 */
import {
  agents, approvals, billing, issues, Refusal, scheduler,
  type Contract, type Dashboard, type OperationName, type Output,
} from '@muster/contracts';
import { callOperation, type Rpc } from '@muster/service-kit';
import { dashboardOf } from '../domain/dashboard.ts';
import type { ComposedCall, OnBehalf } from './composed-calls.ts';

export const getDashboard = (rpc: Rpc): ComposedCall => async (input, onBehalf) => {
  const companyId = input['companyId'] as string;
  const ask = asker(rpc, companyId, onBehalf);
  // Agents knows which companies there are; the others have yet to hear of a new one.
  const known = ask(agents, 'countAgents');
  const [team, work, costs, waiting, runs] = await Promise.all([
    known,
    unlessUnheard(known, issues, ask(issues, 'countIssues')),
    unlessUnheard(known, billing, ask(billing, 'getCostSummary')),
    unlessUnheard(known, approvals, ask(approvals, 'countPendingApprovals')),
    unlessUnheard(known, scheduler, ask(scheduler, 'countRuns')),
  ]);
  const shown: Dashboard = dashboardOf({ companyId, team, work, costs, waiting, runs });
  return { body: JSON.stringify(shown) };
};

const asker = (rpc: Rpc, companyId: string, { actor, requestId, traceparent }: OnBehalf) =>
  async <C extends Contract, N extends OperationName<C>>(
    { name: service, operations }: C,
    name: N,
  ): Promise<Output<C, N>> => {
    const spec = operations[name] as C['operations'][N];
    const answered = await callOperation(
      rpc, service, name, spec, { companyId }, { actor, requestId, traceparent },
    );
    return answered as Output<C, N>;
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
