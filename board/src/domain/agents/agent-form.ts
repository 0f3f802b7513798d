/** What can be set of an agent, beside the configuration of its adapter. */
import type { FormField } from './config-form.ts';

export interface AgentChoices {
  readonly roles: readonly string[];
  readonly icons: readonly string[];
  /** The id of the agent, where it is known already: it is not its own manager. */
  readonly agentId: string | undefined;
}

const text = { kind: 'text', required: false } as const;

export const personFields = ({ roles, icons, agentId }: AgentChoices): readonly FormField[] => [
  { ...text, path: ['name'], required: true, hint: 'Mention @Name in a comment to wake it.' },
  { ...text, path: ['title'], hint: 'Its job, in a few words.' },
  { ...text, path: ['role'], kind: 'choice', required: true, options: roles, hint: '' },
  {
    ...text,
    path: ['reportsTo'],
    kind: 'agent',
    label: 'Manager',
    except: agentId,
    hint: 'This agent escalates to its manager.',
  },
  {
    ...text,
    path: ['capabilities'],
    kind: 'long',
    hint: 'Its strengths. Other agents read them to choose whom to ask.',
  },
  { ...text, path: ['icon'], kind: 'choice', options: icons, hint: '' },
  {
    ...text,
    path: ['permissions', 'canCreateAgents'],
    kind: 'switch',
    label: 'May ask to hire agents',
    hint: '',
  },
];

const beat = (key: string, field: Omit<FormField, 'path' | 'required'>): FormField => ({
  ...field,
  isKept: true,
  path: ['runtimeConfig', 'heartbeat', key],
  required: false,
});

/** When it is started. */
export const timeFields: readonly FormField[] = [
  beat('wakeOnDemand', {
    kind: 'switch',
    label: 'Starts when work arrives',
    hint: 'Assignments, mentions, comments and resolved approvals start it.',
    fallback: 'true',
  }),
  beat('enabled', { kind: 'switch', label: 'Starts on a timer', hint: '', fallback: 'false' }),
  beat('intervalSec', {
    kind: 'number',
    label: 'Timer interval in seconds',
    hint: 'At least 10, or 0 while the timer is off.',
    min: 0,
    max: 2_678_400,
    fallback: '300',
  }),
  beat('cron', {
    kind: 'text',
    label: 'Schedule, which replaces the interval',
    hint: 'A cron expression with five fields, such as 0 8 * * MON-FRI.',
  }),
  beat('timeZone', {
    kind: 'text',
    label: 'Time zone of the schedule',
    hint: 'Such as Europe/Berlin.',
    fallback: 'UTC',
  }),
  beat('catchUp', {
    kind: 'choice',
    label: 'Missed starts after an outage',
    hint: '',
    options: ['one', 'none'],
    words: { one: 'one run for all', none: 'no run' },
    fallback: 'one',
  }),
  beat('skipWhenIdle', {
    kind: 'switch',
    label: 'Skip timer starts without work',
    hint: 'The timer starts nothing while the agent has no open issue and nothing unread.',
    fallback: 'false',
  }),
  {
    path: ['runtimeConfig', 'runner'],
    kind: 'text',
    required: false,
    hint: 'Its runs start only on runners with this label, such as gpu.',
  },
];
