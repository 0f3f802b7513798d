import { approvals, type scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { wakesAnybody } from '../domain/wakes.ts';
import { takeWakes } from '../jobs/take-wakes.ts';

const events = [
  'approval.approved', 'approval.rejected', 'approval.revision_requested', 'approval.cancelled',
  'approval.commented',
] as const;

export const wakeByApprovals = reaction<
  typeof approvals, (typeof events)[number], typeof scheduler
>(approvals, events, takeWakes, { when: wakesAnybody });
