/**
 * The receipt of a run, from the event logs of the services in which the run has acted, from the
 * books of billing, and from the gateway's count of refusals. A service that cannot answer is named, and does not fail the read.
 */
import { billing, issues, RECEIPT_EVENTS_MAX, scheduler, type RunReceipt } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { activityReader } from './activity-reader.ts';
import { listRefusals } from '../refusals/store/refusals-of-runs.ts';
import { commentsShown, receiptOf } from './domain/run-receipt.ts';
import type { ComposedCall } from '../upstream/composed-call.ts';
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
    const eventsIn = activityReader(rpc, call);
    const events = { companyId, runId, limit: RECEIPT_EVENTS_MAX };
    const [ofIssues, ofApprovals, cost, refused] = await Promise.all([
      unlessUnavailable(eventsIn('issues', events)),
      unlessUnavailable(eventsIn('approvals', events)),
      unlessUnavailable(read(billing, 'listCostsOfRun', { companyId, runId })),
      listRefusals(dbInScope(scope), scope, runId, REFUSALS_MAX),
    ]);
    const commentIds = commentsShown(run, ofIssues?.entries ?? []);
    const excerpts =
      commentIds.length === 0
        ? []
        : await unlessUnavailable(read(issues, 'listExcerpts', { commentIds }));
    const parts = {
      run,
      issues: ofIssues?.entries,
      approvals: ofApprovals?.entries,
      cut: { issues: ofIssues?.hasMore, approvals: ofApprovals?.hasMore },
      cost,
      refused,
      excerpts: new Map(excerpts?.map(({ commentId, excerpt }) => [commentId, excerpt])),
    };
    return { body: JSON.stringify(receiptOf(parts) satisfies RunReceipt) };
  };
