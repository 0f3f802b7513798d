/**
 * Every way in which Muster says no, once. A code exists only where some program must tell the case
 * apart; `status` is what HTTP answers, `title` the sentence for a person, `hint` the next step for
 * an agent. Codes are stable: clients branch on them.
 */
import type { RefusalSpec } from './refusal-spec.ts';
import { refusalsOfRequests } from './refusals-of-requests.ts';
import { refusalsOfRules } from './refusals-of-rules.ts';

const gone = (thing: string): RefusalSpec => ({
  status: 404, title: `${thing} not found`, hint: 'check the id; list what there is to find it',
});

/** What is absent, or in another company: the two are the same. */
const refusalsOfAbsence = {
  company_not_found: gone('Company'),
  agent_not_found: gone('Agent'),
  revision_not_found: gone('Revision'),
  secret_not_found: {
    ...gone('Secret'), hint: 'the board and managers see the names with GET …/secrets',
  },
  key_not_found: gone('Key'),
  user_not_found: gone('User'),
  session_not_found: gone('Session'),
  invitation_not_found: gone('Invitation'),
  token_not_found: {
    ...gone('Token'), hint: 'an invitation works once and for a week; ask for a new one',
  },
  issue_not_found: gone('Issue'),
  comment_not_found: gone('Comment'),
  label_not_found: gone('Label'),
  project_not_found: gone('Project'),
  workspace_not_found: gone('Workspace'),
  goal_not_found: gone('Goal'),
  approval_not_found: gone('Approval'),
  run_not_found: gone('Run'),
  wake_not_found: {
    ...gone('Wake-up'), hint: 'GET /api/agents/me/wakes shows what waits for you',
  },
  invite_not_found: {
    ...gone('Invite'), hint: 'an invite works once and for ten minutes; ask for a new one',
  },
  join_request_not_found: gone('Join request'),
  webhook_not_found: gone('Webhook'),
  delivery_not_found: {
    ...gone('Delivery'),
    hint: 'what was delivered is kept for a week, what was given up for 90 days',
  },
  event_gone: {
    status: 410, title: 'The event of this delivery is no longer in the log',
    hint: 'there is nothing left to send; GET …/activity shows what is kept',
  },
  adapter_type_not_found: {
    ...gone('Adapter type'), hint: 'GET /llms/agent-configuration.txt lists them',
  },
  route_not_found: {
    status: 404, title: 'No such path',
    hint: 'GET /api/openapi.json lists the paths',
  },
  method_not_allowed: {
    status: 405, title: 'This path has no such method', hint: 'the header Allow names those it has',
  },
} as const satisfies Record<string, RefusalSpec>;

export const refusals = {
  ...refusalsOfRequests,
  ...refusalsOfAbsence,
  ...refusalsOfRules,
} as const satisfies Record<string, RefusalSpec>;

export type RefusalCode = keyof typeof refusals;

/** Refusals that any operation may give without naming them. */
export const commonRefusals: readonly RefusalCode[] = [
  'invalid_input', 'malformed_json', 'unauthenticated', 'caller_not_allowed', 'board_only',
  'agent_only', 'viewer_reads_only', 'permission_missing', 'owner_only', 'instance_admin_only',
  'company_not_found', 'idempotency_key_reused', 'request_in_progress', 'version_mismatch',
  'invalid_cursor', 'overloaded', 'unavailable', 'deadline_exceeded', 'result_too_large',
  'rate_limited', 'unknown_run', 'company_archived',
];
