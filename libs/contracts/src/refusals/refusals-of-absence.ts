/** Refusals about what does not exist, or belongs to another company: callers cannot tell which. */
import type { RefusalSpec } from './refusal-spec.ts';

const notFound = (thing: string, hint: string): RefusalSpec => ({
  status: 404,
  title: `${thing} not found`,
  hint,
});

export const refusalsOfAbsence = {
  company_not_found: notFound(
    'Company',
    'check the id; GET /api/companies lists the companies that you can see',
  ),
  agent_not_found: notFound(
    'Agent',
    'check the id; GET /api/companies/:companyId/agents lists the agents',
  ),
  revision_not_found: notFound(
    'Revision',
    'check the id; GET /api/agents/:agentId/config-revisions lists the revisions',
  ),
  secret_not_found: notFound(
    'Secret',
    'check the name; the board and managers list them with GET /api/companies/:companyId/secrets',
  ),
  skill_not_found: notFound(
    'Skill',
    'check the slug; GET /api/companies/:companyId/skills lists the skills that you can see',
  ),
  key_not_found: notFound('Key', 'check the id; GET /api/agents/:agentId/keys lists the keys'),
  user_not_found: notFound(
    'User',
    'check the id; the board lists members with GET /api/companies/:companyId/members',
  ),
  session_not_found: notFound('Session', 'check the id; GET /api/sessions lists your sessions'),
  invitation_not_found: notFound(
    'Invitation',
    'check the id; GET /api/companies/:companyId/user-invitations lists the invitations',
  ),
  token_not_found: notFound(
    'Token',
    'an invitation works once, within a week: ask for a new one; GET /api/board-tokens lists ' +
      'your board tokens',
  ),
  sign_in_link_not_found: notFound(
    'Sign-in link',
    'a link works once, within ten minutes, until its token makes a newer one or ends: make another ' +
      'with POST /api/auth/sign-in-links, or sign in with the board token',
  ),
  user_code_not_found: notFound(
    'Code',
    'a code is valid for ten minutes and is answered once: begin again in the program that shows it',
  ),
  issue_not_found: notFound(
    'Issue',
    'check the id; GET /api/companies/:companyId/issues lists the issues',
  ),
  activity_not_found: notFound(
    'Activity',
    'check the id; GET /api/companies/:companyId/activity lists what has happened',
  ),
  wait_not_found: notFound('Wait', 'check the id; GET /api/issues/:issueId/waits lists the waits'),
  signal_not_found: notFound(
    'Signal',
    'an address works once, while its wait is open: POST /api/issues/:issueId/waits makes another',
  ),
  question_not_found: notFound(
    'Question',
    'check the id; GET /api/issues/:issueId/questions lists the questions about an issue',
  ),
  file_not_found: notFound(
    'File',
    'check the id; GET /api/issues/:issueId/files lists the files of an issue',
  ),
  comment_not_found: notFound(
    'Comment',
    'check the id; GET /api/issues/:issueId/comments lists the comments',
  ),
  document_not_found: notFound(
    'Document',
    'check the key: the list of documents is at the same address without it',
  ),
  section_not_found: notFound('Section', 'details has headings of the document'),
  label_not_found: notFound(
    'Label',
    'check the id; GET /api/companies/:companyId/labels lists the labels',
  ),
  bulk_change_not_found: notFound(
    'Change of many issues',
    'check the id: it is bulkChangeId of the answer that began the change',
  ),
  project_not_found: notFound(
    'Project',
    'check the id; GET /api/companies/:companyId/projects lists the projects',
  ),
  workspace_not_found: notFound(
    'Workspace',
    'check the id; GET /api/projects/:projectId/workspaces lists the workspaces',
  ),
  goal_not_found: notFound(
    'Goal',
    'check the id; GET /api/companies/:companyId/goals lists the goals',
  ),
  routine_not_found: notFound(
    'Routine',
    'check the id; GET /api/companies/:companyId/routines lists the routines',
  ),
  approval_not_found: notFound(
    'Approval',
    'check the id; GET /api/companies/:companyId/approvals lists the approvals',
  ),
  cost_not_found: notFound(
    'Cost',
    'check the id; GET /api/companies/:companyId/cost-events lists the costs',
  ),
  run_not_found: notFound(
    'Run',
    'check the id; GET /api/companies/:companyId/heartbeat-runs lists the runs, which are kept for a time after their end',
  ),
  wake_not_found: notFound('Wake-up', 'GET /api/agents/me/wakes lists the wake-ups you can take'),
  invite_not_found: notFound(
    'Invite',
    'an invite works once, within ten minutes: ask for a new one',
  ),
  join_request_not_found: notFound(
    'Join request',
    'check the id and the claim secret in X-Claim-Secret',
  ),
  webhook_not_found: notFound(
    'Webhook',
    'check the id; GET /api/companies/:companyId/webhooks lists the webhooks',
  ),
  hook_not_found: notFound(
    'Hook',
    'check the id, and for a delivery its signature and time; GET /api/companies/:companyId/hooks lists the hooks',
  ),
  hook_delivery_not_found: notFound(
    'Delivery of the hook',
    'check the id; the deliveries of a hook are kept for 30 days',
  ),
  delivery_not_found: notFound(
    'Delivery',
    'check the id; deliveries are stored for a week, dead ones for 90 days',
  ),
  package_import_not_found: notFound(
    'Import',
    'check the id; what imports have made is remembered for 90 days',
  ),
  event_gone: {
    status: 410,
    title: 'The event of this delivery is no longer in the log',
    hint: 'it cannot be sent again; GET /api/companies/:companyId/activity shows what is stored',
  },
  adapter_type_not_found: notFound(
    'Adapter type',
    'GET /llms/agent-configuration.txt lists the adapter types',
  ),
  text_not_found: notFound('Text', 'GET /llms/skill.md names the texts that there are'),
  route_not_found: {
    status: 404,
    title: 'There is no such path',
    hint: 'paths of operations begin with /api; GET /llms/paths.txt and GET /api/openapi.json list them',
  },
  method_not_allowed: {
    status: 405,
    title: 'This path does not support the method',
    hint: 'the header Allow lists the methods that it supports',
  },
} as const satisfies Record<string, RefusalSpec>;
