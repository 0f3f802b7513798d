import { issues, type scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { findWakes, type Wake } from '../domain/wakes/wakes.ts';
import type { SchedulerParts } from '../local-signals.ts';
import { WAKES_AGAIN, wakeFromEvent } from '../wakes/wake-from-event.ts';

const events = [
  'issue.assigned',
  'issue.updated',
  'issue.commented',
  'issue.checked_out',
  'issue.unblocked',
  'issue.hold_lifted',
  'issue.review_requested',
  'issue.reviewed',
  'issue.children_settled',
  'issue.child_ended',
  'issue.child_blocked',
  'issue.wait_ended',
  'issue.left_in_progress',
  'issue.overdue',
  'issue.overdue_escalated',
  'question.asked',
  'question.answered',
  'question.expired',
] as const;

export const wakeByIssues = reaction<
  typeof issues,
  (typeof events)[number],
  typeof scheduler,
  SchedulerParts,
  readonly Wake[] | undefined
>(issues, events, wakeFromEvent, { when: findWakes, again: WAKES_AGAIN });
