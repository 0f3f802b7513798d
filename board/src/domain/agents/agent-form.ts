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
  { ...text, path: ['name'], required: true, hint: 'People write @Name to wake it.' },
  { ...text, path: ['title'], hint: 'Its job, in a few words.' },
  { ...text, path: ['role'], kind: 'choice', required: true, options: roles, hint: '' },
  {
    ...text,
    path: ['reportsTo'],
    kind: 'agent',
    label: 'Manager',
    except: agentId,
    hint: 'It hears of what its reports cannot decide.',
  },
  {
    ...text,
    path: ['capabilities'],
    kind: 'long',
    hint: 'What it is good at; other agents choose by it whom to ask.',
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
    label: 'Woken by its work',
    hint: 'Assignments, mentions, comments and resolved approvals start it.',
    fallback: 'true',
  }),
  beat('enabled', { kind: 'switch', label: 'Woken by a timer', hint: '', fallback: 'false' }),
  beat('intervalSec', {
    kind: 'number',
    label: 'Seconds between two starts by the timer',
    hint: 'At least 10; 0 only while the timer is off.',
    min: 0,
    max: 2_678_400,
    fallback: '300',
  }),
  beat('cron', {
    kind: 'text',
    label: 'Schedule instead of the seconds',
    hint: 'A cron expression of five fields, such as 0 8 * * MON-FRI.',
  }),
  beat('timeZone', {
    kind: 'text',
    label: 'Time zone of the schedule',
    hint: 'Such as Europe/Berlin.',
    fallback: 'UTC',
  }),
  beat('catchUp', {
    kind: 'choice',
    label: 'Times that an outage has missed',
    hint: '',
    options: ['one', 'none'],
    words: { one: 'one run for all of them', none: 'no run' },
    fallback: 'one',
  }),
  beat('skipWhenIdle', {
    kind: 'switch',
    label: 'Timer waits for work',
    hint: 'No start while the agent has no open issue and nothing unread.',
    fallback: 'false',
  }),
  {
    path: ['runtimeConfig', 'runner'],
    kind: 'text',
    required: false,
    hint: 'Label of the runners on which it is started, such as one with a GPU.',
  },
];
