/** Events as sentences: an action is an entity and what happened to it. */
import type { Activity } from '@muster/contracts';
import { isId } from './ids.ts';

/** Actions that are no verb and what it was done to. */
const phrases: Readonly<Record<string, string>> = {
  'agent.checked': 'checked agent',
  'agent.hire_requested': 'asked to hire agent',
  'agent.backed_off': 'delayed the next start after a failure',
  'agent.recovered': 'ended the delay after failures',
  'agent.loop_detected': 'stopped a wake-up loop',
  'agent.wake_joined': 'added a wake-up to the live run',
  'agent.wake_skipped': 'skipped a wake-up',
  'approval.commented': 'commented on approval',
  'approval.not_applied': 'could not apply approval',
  'approval.redacted': 'redacted approval',
  'approval.comment_redacted': 'redacted a comment on approval',
  'approval.revision_requested': 'asked for a revision of approval',
  'bulk_change.finished': 'finished a bulk change of issues',
  'bulk_change.started': 'started a bulk change of issues',
  'document.redacted': 'redacted a version of document',
  'document.written': 'wrote document',
  'file.added': 'added file',
  'file.redacted': 'redacted file',
  'routine.fired': 'fired routine',
  'routine.exhausted': 'spent the monthly budget of routine',
  'routine.restored': 'restored the budget of routine',
  'routine.backfilled': 'caught up on missed times of routine',
  'issue.child_blocked': 'blocked a part of issue',
  'issue.child_ended': 'ended a part of issue',
  'issue.children_settled': 'ended the last open part of issue',
  'issue.comment_redacted': 'redacted a comment on issue',
  'issue.commented': 'commented on issue',
  'issue.hold_lifted': 'lifted the hold on issue',
  'issue.left_in_progress': 'found nobody working on issue',
  'issue.overdue': 'found overdue issue',
  'issue.overdue_escalated': 'told a manager of overdue issue',
  'issue.review_requested': 'asked for a review of issue',
  'issue.taken_up': 'resumed issue',
  'issue.wait_ended': 'stopped waiting on issue',
  'issue.wait_redacted': 'redacted a wait on issue',
  'issue.wait_started': 'started waiting on issue',
  'question.asked': 'asked about issue',
  'question.answered': 'answered a question about issue',
  'question.expired': 'closed an expired question about issue',
  'question.redacted': 'redacted a question about issue',
  'question.withdrawn': 'withdrew a question about issue',
  'project.hold_lifted': 'lifted the hold on project',
  'provider.held': 'noticed an outage of the model provider',
  'quota.held': 'noticed a used-up quota',
  'quota.nearly_used': 'warned about a nearly used quota',
  'run.cost_unusual': 'flagged an unusual cost in run',
  'run.message_delivered': 'received a message in run',
  'run.log_redacted': 'redacted output of run',
  'run.message_sent': 'sent a message to run',
  'run.usage_reported': 'reported the usage of run',
  'run.outputs_attached': 'attached the outputs of run',
  'hook.received': 'received a delivery for hook',
  'hook.delivery_repeated': 'retried a delivery for hook',
  'hook.secret_rotated': 'rotated the secret of hook',
  'package_import.started': 'started import',
  'package_import.ended': 'finished import',
  'webhook.delivery_replayed': 'retried a delivery for webhook',
  'webhook.secret_rotated': 'rotated the secret of webhook',
};

/** An event that is an act of its own: a change of status that reopens, a hold by an outage. */
function actOf({ action, details }: Pick<Activity, 'action' | 'details'>): string {
  if (action === 'quota.held' && details['reason'] === 'provider_busy') return 'provider.held';
  const { status } = (details['changes'] ?? {}) as Readonly<Record<string, Partial<FieldMove>>>;
  const wasOver = status?.from === 'done' || status?.from === 'cancelled';
  return action === 'issue.updated' && wasOver ? 'issue.reopened' : action;
}

/** What an event says: its action, or the act that its change is. */
export const sentenceOfEvent = (event: Pick<Activity, 'action' | 'details'>): string =>
  sentenceOf(actOf(event));

/** Who did it, for `me`. Which of its services did what is of no use to a reader: all of them are Muster. */
export function actorOf(
  { actorType, actorId, actorName }: Pick<Activity, 'actorType' | 'actorId' | 'actorName'>,
  me: string | undefined,
): string {
  if (actorId === me) return 'you';
  return actorType === 'system' ? 'Muster' : actorName;
}

/** `issue.checked_out` → `checked out issue`. */
export function sentenceOf(action: string): string {
  const [entity = '', verb = ''] = action.split('.', 2);
  const phrase = phrases[action];
  if (phrase !== undefined) return phrase;
  return [verb, entity].map((word) => word.replaceAll('_', ' ')).join(' ');
}

export function subjectOf({ details }: Pick<Activity, 'details'>): string {
  const { identifier, title, name, key } = details as Readonly<Record<string, unknown>>;
  const parts = typeof name === 'string' ? [name] : [key, identifier, title];
  return parts.filter((each) => typeof each === 'string').join(' ');
}

/** What services record for every run; a person learns the same from its start, its end and its cost. */
const BOOKKEEPING = new Set([
  'budget.reserved',
  'budget.released',
  'cost.recorded',
  'run.queued',
  'run.usage_reported',
]);

export const isBookkeeping = ({ action }: Pick<Activity, 'action'>): boolean =>
  BOOKKEEPING.has(action);

type Event = Pick<Activity, 'entityType' | 'entityId' | 'details' | 'agentId'>;

/** The page of what an event is about; undefined where it has none. */
export function pageOf(
  prefix: string,
  { entityType, entityId, details }: Event,
): string | undefined {
  const { identifier, agentId, runId, issueId, projectId } = details as Readonly<
    Record<string, unknown>
  >;
  const page = (kind: string, ref: unknown): string | undefined =>
    typeof ref === 'string' ? `/${prefix}/${kind}/${ref}` : undefined;
  switch (entityType) {
    case 'file':
    case 'issue':
    case 'question':
      return page('issues', identifier ?? issueId ?? entityId);
    case 'document':
      return page('issues', identifier) ?? page('projects', projectId);
    case 'run':
      return page('runs', entityId);
    case 'agent':
    case 'agent_change':
    case 'agent_skills':
    case 'instructions':
    case 'key':
      return page('agents', agentId ?? entityId);
    case 'approval':
      return page('approvals', entityId);
    case 'cost':
      return page('runs', runId) ?? `/${prefix}/costs`;
    case 'budget':
      return page('agents', agentId) ?? `/${prefix}/costs`;
    default:
      return undefined;
  }
}

export interface FieldMove {
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

/** What a change has moved: `status` from `todo` to `in progress`. Longer values are left to the details. */
export function movesOf({ details }: Pick<Activity, 'details'>): readonly FieldMove[] {
  const changes = details['changes'];
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) return [];
  return Object.entries(changes).flatMap(([field, move]): readonly FieldMove[] => {
    if (typeof move !== 'object' || move === null || !('from' in move) || !('to' in move))
      return [];
    const [from, to] = [move.from, move.to].map(short);
    return from === undefined || to === undefined || isId(from) || isId(to)
      ? [{ field: wordsOf(field), from: '', to: '' }]
      : [{ field: wordsOf(field), from, to }];
  });
}

/** What a change notes about itself, such as the open issues in spite of which work was started. */
export const noteOf = ({ details: { note } }: Pick<Activity, 'details'>): string | undefined =>
  typeof note === 'string' ? note : undefined;

const SHORT_MAX = 60;
const wordsOf = (field: string): string =>
  field
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

function short(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('_', ' ');
  return text.length > SHORT_MAX ? undefined : text;
}
