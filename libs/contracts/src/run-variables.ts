/** What a started agent finds in its environment, and what a prompt may take from it. */

/** Set for every run, whatever woke the agent. */
const always = {
  SERVICE_API_URL: 'Address of this service, without /api at its end.',
  SERVICE_API_KEY: 'Bearer token of this run; it is refused once the run has ended.',
  SERVICE_AGENT_ID: 'The agent itself.',
  SERVICE_COMPANY_ID: 'Its company.',
  SERVICE_RUN_ID: 'This run; send it as X-Run-Id.',
} as const;

/** Set where the wake-up has one. */
const ofTheWake = {
  SERVICE_WAKE_REASON: 'Why the agent was woken.',
  SERVICE_TASK_ID: 'The issue that it was woken for.',
  SERVICE_WAKE_COMMENT_ID: 'The comment that it was woken by.',
  SERVICE_APPROVAL_ID: 'The approval that was resolved or commented on.',
  SERVICE_APPROVAL_STATUS: 'What became of that approval.',
  SERVICE_LINKED_ISSUE_IDS: 'The issues that the approval is about, with commas between them.',
} as const;

export const runVariables = { ...always, ...ofTheWake } as const;
export type RunVariable = keyof typeof always;
export type WakeVariable = keyof typeof ofTheWake;

/** What stands behind every placeholder of a prompt: `{{taskId}}` becomes its variable's value. */
export const promptVariables: Readonly<Record<string, RunVariable | WakeVariable>> = {
  agentId: 'SERVICE_AGENT_ID',
  companyId: 'SERVICE_COMPANY_ID',
  runId: 'SERVICE_RUN_ID',
  wakeReason: 'SERVICE_WAKE_REASON',
  taskId: 'SERVICE_TASK_ID',
  commentId: 'SERVICE_WAKE_COMMENT_ID',
  approvalId: 'SERVICE_APPROVAL_ID',
  approvalStatus: 'SERVICE_APPROVAL_STATUS',
};
