/** Which events begin or end to wait for a person, by the rules of the inbox. */
import type { AttentionAction, AttentionKind, EventRecord } from '@muster/contracts';

export interface Attention {
  readonly action: AttentionAction;
  readonly kind: AttentionKind;
}

type Payload = EventRecord['payload'];
type Rule = (payload: Payload) => Attention | undefined;

const opened = (kind: AttentionKind): Attention => ({ action: 'attention.opened', kind });
const closed = (kind: AttentionKind): Attention => ({ action: 'attention.closed', kind });
const always =
  (attention: Attention): Rule =>
  () =>
    attention;

/** Of a question that no agent is asked. */
const toPeople =
  (attention: Attention): Rule =>
  ({ toAgentId }) =>
    toAgentId === null ? attention : undefined;

/** A change of an issue: an event has one form, so what it ends first stands for all that it ends. */
const changedIssue: Rule = ({ changes, openBlockers, hasOpenWait, ...ends }) => {
  const { status } = (changes ?? {}) as { readonly status?: { from: unknown; to: unknown } };
  // What an issue or its agent waits for ends by itself: nobody has to act.
  if (status?.to === 'blocked') {
    return (openBlockers ?? hasOpenWait) === undefined ? opened('stuck_issue') : undefined;
  }
  if (status?.from === 'blocked') return closed('stuck_issue');
  if (status?.from === 'in_review') return closed('review');
  if (ends['isNoLongerStuck']) return closed('stuck_issue');
  return ends['isNoLongerOverdue'] ? closed('overdue_issue') : undefined;
};

/** What a terminated agent has left, nobody has; what was left or given up may have got another assignee. */
const assignedIssue: Rule = ({ isLeftByTermination, isNoLongerStuck }) => {
  if (isLeftByTermination) return opened('stuck_issue');
  return isNoLongerStuck ? closed('stuck_issue') : undefined;
};

const rules: Readonly<Record<string, Rule>> = {
  'approval.created': always(opened('approval')),
  'approval.resubmitted': always(opened('approval')),
  'approval.approved': always(closed('approval')),
  'approval.rejected': always(closed('approval')),
  'approval.revision_requested': always(closed('approval')),
  'approval.cancelled': always(closed('approval')),
  'join_request.created': always(opened('join_request')),
  'join_request.approved': always(closed('join_request')),
  'join_request.rejected': always(closed('join_request')),
  'issue.review_requested': ({ reviewerAgentId }) =>
    reviewerAgentId === null ? opened('review') : undefined,
  'question.asked': toPeople(opened('question')),
  'question.answered': toPeople(closed('question')),
  'question.expired': toPeople(closed('question')),
  'question.withdrawn': toPeople(closed('question')),
  'issue.left_in_progress': ({ times }) => (times === 2 ? opened('stuck_issue') : undefined),
  'issue.overdue': always(opened('overdue_issue')),
  'issue.updated': changedIssue,
  'issue.assigned': assignedIssue,
  'issue.released': assignedIssue,
  'issue.taken_up': always(closed('stuck_issue')),
  // A person who pauses an agent knows it.
  'agent.paused': ({ pauseReason }) =>
    pauseReason === 'budget' || pauseReason === 'loop' ? opened('stopped_agent') : undefined,
  // Between tries an agent waits by itself; after the last one it is held.
  'agent.backed_off': ({ until }) => (until === null ? opened('stopped_agent') : undefined),
  'agent.recovered': always(closed('stopped_agent')),
  // No other run follows for the issue.
  'run.finished': ({ issueId, isGivenUp }) =>
    isGivenUp && issueId !== null ? opened('stuck_issue') : undefined,
  // Whoever is to work on a blocked issue waits for something.
  'issue.wait_started': ({ status }) => (status === 'blocked' ? closed('stuck_issue') : undefined),
  'agent.resumed': always(closed('stopped_agent')),
  'agent.terminated': always(closed('stopped_agent')),
  'routine.created': ({ status }) => (status === 'proposed' ? opened('routine') : undefined),
  'routine.paused': always(opened('routine')),
  'routine.exhausted': always(opened('routine')),
  'routine.restored': always(closed('routine')),
  // What was proposed or has failed, and was decided.
  'routine.updated': ({ status, previousStatus }) =>
    status !== previousStatus ? closed('routine') : undefined,
  'routine.archived': always(closed('routine')),
  'webhook.disabled': always(opened('failing_webhook')),
  'webhook.changed': ({ status }) => (status === 'active' ? closed('failing_webhook') : undefined),
  'webhook.deleted': always(closed('failing_webhook')),
};

/** Undefined for an event that changes nothing of what waits for a person. */
export const attentionOf = ({ type, payload }: Pick<EventRecord, 'type' | 'payload'>) =>
  Object.hasOwn(rules, type) ? rules[type]?.(payload) : undefined;

const INBOX = '/';

/** The path of the board's page on which a person acts: that of the issue, else the inbox, which begins with decisions. */
export function pageThatDecides({ identifier }: Payload): string {
  if (typeof identifier !== 'string') return INBOX;
  const [prefix] = identifier.split('-');
  return `/${prefix}/issues/${identifier}`;
}
