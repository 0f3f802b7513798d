/** What a paused agent, or one of a paused company, is refused on the work of others. */
import { issue, type WorkRow } from './row.ts';

export const pauseRows: readonly WorkRow[] = [
  {
    rule: 'is not released by a paused agent for another',
    first: { issue: issue({ assigneeAgentId: '$ann', status: 'in_progress' }) },
    send: ['POST /api/issues/$issue/release', undefined, 'pat'],
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'is not released by an agent of a paused company for another',
    send: ['POST /api/issues/$otherIssue/release', undefined, 'pam'],
    answers: [422, 'company_paused'],
  },
];
