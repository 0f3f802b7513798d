import { approvals, type scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { findWakes, type Wake } from '../domain/wakes/wakes.ts';
import type { SchedulerParts } from '../local-signals.ts';
import { WAKES_AGAIN, wakeFromEvent } from '../wakes/wake-from-event.ts';

const events = [
  'approval.approved',
  'approval.rejected',
  'approval.revision_requested',
  'approval.cancelled',
  'approval.not_applied',
  'approval.commented',
] as const;

export const wakeByApprovals = reaction<
  typeof approvals,
  (typeof events)[number],
  typeof scheduler,
  SchedulerParts,
  readonly Wake[] | undefined
>(approvals, events, wakeFromEvent, { when: findWakes, again: WAKES_AGAIN });
