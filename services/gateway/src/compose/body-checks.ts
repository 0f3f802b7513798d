/**
 * What a request names of one service and is sent to another. The other cannot know whether it is
 * there, and a copy would have to be waited for; so the gateway looks before it passes the request
 * on. Neither issue nor run changes its company: what was seen still holds when it is written.
 */
import { agents, billing, issues, Refusal, scheduler, scopeOf } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { asker } from './asker.ts';
import { eventOfDeliveryExists } from './event-of-delivery.ts';
import type { OnBehalf } from './composed-calls.ts';

/** Refuses what names something that its caller cannot see; a malformed body is not its affair. */
export type BodyCheck = (
  input: Record<string, unknown>,
  onBehalf: Pick<OnBehalf, 'actor' | 'requestId' | 'traceparent'>,
) => Promise<void>;

/** By the names of the operations. */
export const bodyChecks = (rpc: Rpc): Readonly<Record<string, BodyCheck>> => ({
  hireAgent: sourceIssuesExist(rpc),
  recordCost: runOfCostExists(rpc),
  replayWebhookDelivery: eventOfDeliveryExists(rpc),
});

const runOfCostExists = (rpc: Rpc): BodyCheck => async (input, onBehalf) => {
  const cost = billing.operations.recordCost.input.safeParse(input).data;
  const { actor } = onBehalf;
  if (!cost?.runId || ('runId' in actor && actor.runId === cost.runId)) return;
  const { companyId, runId } = cost;
  const scope = scopeOf(actor);
  if (scope !== 'all' && !scope.includes(companyId)) return;
  const absent = new Refusal('run_not_found', { field: 'runId', runId });
  const run = await asker(rpc, onBehalf)(scheduler, 'getRun', { runId }).catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 404 ? absent : error;
  });
  if (run.companyId !== companyId) throw absent;
};

const sourceIssuesExist = (rpc: Rpc): BodyCheck => async (input, onBehalf) => {
  const hire = agents.operations.hireAgent.input.safeParse(input).data;
  if (!hire) return;
  const { companyId, sourceIssueId, sourceIssueIds = [] } = hire;
  const ids = [...new Set([...(sourceIssueId ? [sourceIssueId] : []), ...sourceIssueIds])];
  // A company that the caller does not see is said to be absent by its own service.
  const scope = scopeOf(onBehalf.actor);
  if (ids.length === 0 || (scope !== 'all' && !scope.includes(companyId))) return;
  const seen = await asker(rpc, onBehalf)(issues, 'listIssuesById', { ids });
  const known = new Set(seen.filter((one) => one.companyId === companyId).map(({ id }) => id));
  const issueIds = ids.filter((id) => !known.has(id.toLowerCase()));
  if (issueIds.length === 0) return;
  const field = sourceIssueIds.some((id) => issueIds.includes(id))
    ? 'sourceIssueIds'
    : 'sourceIssueId';
  throw new Refusal('issue_not_found', { field, issueIds });
};
