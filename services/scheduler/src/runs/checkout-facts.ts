/** What the issues service knows of an agent's checkouts. */
import { CHECKOUTS_MAX, issues, type Output } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { listIssuesOfRuns } from '../store/runs/run-issues.ts';

interface AgentWithCheckouts {
  readonly companyId: string;
  readonly agentId: string;
  /** Of the run that is started; null without one. */
  readonly issueId: string | null;
}

/** Rejects while the issues service cannot answer. */
export async function findCheckoutFacts(
  { db, clientFor }: Runtime,
  { companyId, agentId, issueId }: AgentWithCheckouts,
  cwd: string | null,
): Promise<Output<typeof issues, 'getIssueCheckout'>> {
  const others = await listIssuesOfRuns(db, { companyId, agentId }, CHECKOUTS_MAX);
  const otherIssueIds = others.filter((other) => other !== issueId);
  return clientFor(issues).getIssueCheckout({ companyId, issueId, cwd, otherIssueIds });
}
