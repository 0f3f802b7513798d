/**
 * The receipt of a run, from the event logs of the services in which the run has acted, from the
 * books of billing, and from the gateway's count of refusals. A service that cannot answer is named, and does not fail the read.
 */
import {
  approvals,
  billing,
  issues,
  logOperations,
  RECEIPT_EVENTS_MAX,
  scheduler,
  type Activity,
  type Contract,
  type RunReceipt,
} from '@muster/contracts';
import { callOperation, type Rpc, type Runtime } from '@muster/service-kit';
import { listRefusals } from '../refusals/store/refusals-of-runs.ts';
import { receiptOf } from './domain/run-receipt.ts';
import type { CallContext, ComposedCall } from '../upstream/composed-call.ts';
import { readAs } from '../upstream/read-as.ts';
import { unlessUnavailable } from '../upstream/unless-unavailable.ts';

/** More than there are pairs of an operation and a code that a run meets. */
const REFUSALS_MAX = 1_000;

export const getRunReceipt =
  ({ rpc, dbInScope }: Pick<Runtime, 'rpc' | 'dbInScope'>): ComposedCall =>
  async (input, call) => {
    const { runId } = input as unknown as { readonly runId: string };
    const read = readAs(rpc, call);
    const run = await read(scheduler, 'getRun', { runId });
    const { companyId } = run;
    const scope = [companyId];
    const [ofIssues, ofApprovals, cost, refused] = await Promise.all([
      unlessUnavailable(eventsOfRun(rpc, issues, { companyId, runId }, call)),
      unlessUnavailable(eventsOfRun(rpc, approvals, { companyId, runId }, call)),
      unlessUnavailable(read(billing, 'listCostsOfRun', { companyId, runId })),
      listRefusals(dbInScope(scope), scope, runId, REFUSALS_MAX),
    ]);
    const parts = { run, issues: ofIssues, approvals: ofApprovals, cost, refused };
    return { body: JSON.stringify(receiptOf(parts) satisfies RunReceipt) };
  };

async function eventsOfRun(
  rpc: Rpc,
  { name: service }: Contract,
  query: { readonly companyId: string; readonly runId: string },
  { actor, requestId, traceparent }: CallContext,
): Promise<readonly Activity[]> {
  const events = await callOperation(
    rpc,
    service,
    'listActivity',
    logOperations.listActivity,
    { ...query, limit: RECEIPT_EVENTS_MAX },
    { actor, requestId, traceparent },
  );
  return events as Activity[];
}
