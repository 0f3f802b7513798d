import { issues, type scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { wakesAnybody } from '../domain/wakes.ts';
import { takeWakes } from '../jobs/take-wakes.ts';

const events = [
  'issue.assigned', 'issue.updated', 'issue.commented', 'issue.checked_out', 'issue.unblocked',
] as const;

export const wakeByIssues = reaction<typeof issues, (typeof events)[number], typeof scheduler>(
  issues,
  events,
  takeWakes,
  { when: wakesAnybody },
);
