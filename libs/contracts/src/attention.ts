/**
 * What begins and ends to wait for a person, as the feed and webhooks show it: not an event of its own in a log, but
 * another form of the event that makes it wait or ends the wait. Who asks for `attention.opened` gets that form.
 */
export const attentionActions = ['attention.opened', 'attention.closed'] as const;
export type AttentionAction = (typeof attentionActions)[number];

/** What waits; a part of the inbox for each. */
export const attentionKinds = [
  'approval',
  'join_request',
  'review',
  'question',
  'stuck_issue',
  'overdue_issue',
  'routine',
  'stopped_agent',
  'failing_webhook',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];
