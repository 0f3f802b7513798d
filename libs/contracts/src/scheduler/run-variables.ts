/** The environment variables of a run, and the placeholders of prompts that use them. */

/** Set for every run, whatever its cause. */
export const everyRunVariables = {
  SERVICE_API_URL: 'Base URL of this API, without /api.',
  SERVICE_API_KEY: 'Bearer token of this run; refused once the run has ended.',
  SERVICE_AGENT_ID: 'The id of the agent.',
  SERVICE_COMPANY_ID: 'The id of its company.',
  SERVICE_RUN_ID: 'The id of this run; send it as X-Run-Id.',
} as const;

/** Set if the wake-up has a value for it. */
export const wakeVariables = {
  SERVICE_WAKE_REASON: 'Why the agent was woken.',
  SERVICE_TASK_ID: 'The id of the issue to work on.',
  SERVICE_WAKE_COMMENT_ID: 'The id of the comment that woke the agent.',
  SERVICE_APPROVAL_ID: 'The id of the approval that was resolved or commented on.',
  SERVICE_APPROVAL_STATUS: 'The status of that approval.',
  SERVICE_LINKED_ISSUE_IDS: 'The ids of the issues linked to that approval, separated by commas.',
} as const;

/** Set for agents that the scheduler starts as a process, if there is a value. */
const startVariables = {
  SERVICE_RUN_NONCE: 'Marks the lines of output that report to the scheduler; keep it secret.',
  SERVICE_SESSION_ID: 'The session to resume: the one that its last run on this issue printed.',
  SERVICE_MODEL: 'The model in its configuration (alpha_local and beta_local).',
  SERVICE_INSTRUCTIONS_FILE: 'The path of its instructions (alpha_local and beta_local).',
  SERVICE_OUTPUT_DIR:
    'A folder of this run: at its end the files in it are attached to its issue; no folders or links.',
} as const;

/** Variables of every run, local or remote. */
export const sharedVariables = { ...everyRunVariables, ...wakeVariables } as const;
export const runVariables = { ...sharedVariables, ...startVariables } as const;
export type RunVariable = keyof typeof everyRunVariables;
export type WakeVariable = keyof typeof wakeVariables;
export type StartVariable = keyof typeof startVariables;
export type AnyRunVariable = keyof typeof runVariables;

/** The variable of each placeholder: `{{taskId}}` is replaced by the value of its variable. */
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
const hasPlaceholder = new RegExp(placeholder.source);

/** Placeholders in a text that no variable has. References to secrets are not placeholders. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(placeholder)]
    .map(([, name = '']) => name)
    .filter((name) => !Object.hasOwn(promptVariables, name));

type Values = Readonly<Record<string, string | undefined>>;

/** Double brackets around a text; without a placeholder in it, such as in a test of a shell, they are text. */
const bracketed = /\[\[((?:(?!\[\[|\]\])[^])*)\]\]/g;

/**
 * Replaces each placeholder of a prompt by its value, or by empty text; `[[…]]` around one is left out
 * where a placeholder in it has no value. Other braces and brackets stay as they are.
 */
export const renderPrompt = (text: string, values: Values): string =>
  renderPlaceholders(
    text.replace(bracketed, (whole, part: string) => {
      const isOptional = hasPlaceholder.test(part) && unknownPlaceholders(part).length === 0;
      if (!isOptional) return whole;
      return lacksValue(part, values) ? '' : part;
    }),
    values,
  );

/** Replaces each placeholder by its value, or by empty text; other braces stay as they are. */
export const renderPlaceholders = (text: string, values: Values): string =>
  text.replace(placeholder, (whole, name: string) => {
    const variable = Object.hasOwn(promptVariables, name) ? promptVariables[name] : undefined;
    return variable === undefined ? whole : (values[variable] ?? '');
  });

/** Whether a text has a placeholder without a value. */
export const lacksValue = (
  text: string,
  values: Readonly<Record<string, string | undefined>>,
): boolean =>
  [...text.matchAll(placeholder)].some(([, name = '']) => {
    const variable = Object.hasOwn(promptVariables, name) ? promptVariables[name] : undefined;
    return variable !== undefined && !values[variable];
  });
