import { issues, type scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { workOverBy } from '../domain/ended-work/work-over.ts';
import { saveCheckout, tellToStop } from '../store/stopping-runs.ts';

const events = [
  'issue.updated',
  'issue.assigned',
  'issue.released',
  'issue.checked_out',
  'issue.held',
] as const;

/**
 * A run whose issue another party ends, or gives to another assignee, is told to stop; the sweep ends it
 * if it has not ended by itself. A hold of the board asks for it, or lets the run go on.
 */
export const stopEndedWork = reaction<typeof issues, (typeof events)[number], typeof scheduler>(
  issues,
  events,
  async (event, { db }) => {
    const { companyId, seq, actorType, actorId, runId } = event;
    const isAgent = actorType === 'agent';
    const by = { byAgentId: isAgent ? actorId : null, byRunId: isAgent ? runId : null };
    const at = { companyId, seq, ...by };
    if (event.type === 'issue.checked_out') {
      return saveCheckout(db, at, event.payload.issueId);
    }
    const over = workOverBy(event);
    if (over) await tellToStop(db, at, over);
  },
  {
    history: 'none',
    when: (event) =>
      event.type === 'issue.checked_out'
        ? event.actorType === 'agent'
        : workOverBy(event) !== undefined,
  },
);
