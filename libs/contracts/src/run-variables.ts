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

/** Set for agents that are started here, where there is one. */
const ofTheStart = {
  SERVICE_SESSION_ID: 'The session that its last run on this issue has named, to go on with.',
  SERVICE_MODEL: 'The model of its configuration (alpha_local and beta_local).',
  SERVICE_INSTRUCTIONS_FILE: 'Where its instructions lie (alpha_local and beta_local).',
} as const;

/** What agents have wherever they run. */
export const sharedVariables = { ...always, ...ofTheWake } as const;
export const runVariables = { ...sharedVariables, ...ofTheStart } as const;
export type RunVariable = keyof typeof always;
export type WakeVariable = keyof typeof ofTheWake;
export type StartVariable = keyof typeof ofTheStart;
export type AnyRunVariable = keyof typeof runVariables;

/** What stands behind every placeholder of a prompt: `{{taskId}}` becomes its variable's value. */
export const promptVariables: Readonly<Record<string, AnyRunVariable>> = {
  agentId: 'SERVICE_AGENT_ID',
  companyId: 'SERVICE_COMPANY_ID',
  runId: 'SERVICE_RUN_ID',
  wakeReason: 'SERVICE_WAKE_REASON',
  taskId: 'SERVICE_TASK_ID',
  commentId: 'SERVICE_WAKE_COMMENT_ID',
  approvalId: 'SERVICE_APPROVAL_ID',
  approvalStatus: 'SERVICE_APPROVAL_STATUS',
  linkedIssueIds: 'SERVICE_LINKED_ISSUE_IDS',
  sessionId: 'SERVICE_SESSION_ID',
  model: 'SERVICE_MODEL',
  instructionsFile: 'SERVICE_INSTRUCTIONS_FILE',
};

const placeholder = /\{\{\s*(\w+)\s*\}\}/g;

/** The placeholders of a text that stand for nothing. References to secrets are none of them. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(placeholder)]
    .map(([, name = '']) => name)
    .filter((name) => !Object.hasOwn(promptVariables, name));

/** `{{taskId}}` becomes its value, or nothing where it has none; other braces stay as they are. */
export const renderPlaceholders = (
  text: string,
  values: Readonly<Record<string, string | undefined>>,
): string =>
  text.replace(placeholder, (whole, name: string) => {
    const variable = Object.hasOwn(promptVariables, name) ? promptVariables[name] : undefined;
    return variable === undefined ? whole : (values[variable] ?? '');
  });

/** Whether a text asks for something that has no value here. */
export const lacksValue = (
  text: string,
  values: Readonly<Record<string, string | undefined>>,
): boolean =>
  [...text.matchAll(placeholder)].some(([, name = '']) => {
    const variable = Object.hasOwn(promptVariables, name) ? promptVariables[name] : undefined;
    return variable !== undefined && !values[variable];
  });
