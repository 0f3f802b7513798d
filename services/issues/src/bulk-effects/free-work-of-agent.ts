/** Frees the open issues of a terminated agent, the largest number of which is not bounded. */
import type { issues } from '@muster/contracts';
import { restAfter, type BulkEffect, type Context } from '@muster/service-kit';
import { assignmentEvent } from '../events.ts';
import { saveGivenUpByTermination } from '../store/given-up-issues.ts';
import { freeIssuesOfAgent, type FreedIssue } from '../store/free-issues.ts';

/** Issues of one step: some hundred milliseconds of a transaction, and as many events. */
export const ISSUES_PER_STEP = 200;

export const freeWorkOfAgent: BulkEffect<typeof issues> = {
  name: 'free_work_of_agent',
  step: async ({ db, emit, now }, { companyId, subjectId: agentId }) => {
    const limit = ISSUES_PER_STEP;
    const freed = await freeIssuesOfAgent(db, companyId, agentId, { now, limit });
    const ids = freed.filter(({ status }) => status === 'todo').map(({ id }) => id);
    if (ids.length > 0) {
      await saveGivenUpByTermination(db, companyId, agentId, { ids, since: now });
    }
    for (const issue of freed) emitFreed(emit, issue, agentId, issue.status === 'todo');
    return restAfter(freed.length, limit);
  },
};

export function emitFreed(
  emit: Context<typeof issues>['emit'],
  issue: FreedIssue,
  previousAssigneeAgentId: string,
  isLeftByTermination: boolean,
): void {
  const event = issue.wasInProgress ? 'issue.released' : 'issue.assigned';
  const { payload, ...of } = assignmentEvent(issue, previousAssigneeAgentId);
  emit(event, {
    ...of,
    payload: { ...payload, ...(isLeftByTermination ? { isLeftByTermination } : {}) },
  });
}
