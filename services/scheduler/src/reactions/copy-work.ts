import { issues, type scheduler } from '@muster/contracts';
import { reactionToSeveral } from '@muster/service-kit';
import { isEndedStatus } from '../domain/ended-work/work-over.ts';
import { actionableAssigneeOf, isBlockedBy, isHeldBy } from '../domain/work.ts';
import { saveWork } from '../store/work.ts';

const events = [
  'issue.created',
  'issue.updated',
  'issue.assigned',
  'issue.checked_out',
  'issue.released',
  'issue.unblocked',
  'issue.held',
  'issue.hold_lifted',
] as const;

/** The fields of which it depends whether an agent can work on the issue. */
const moving = ['status', 'assigneeAgentId', 'assigneeUserId', 'blockedByIssueIds'];

/** The event with the highest number has the current state, in whatever order they arrive. */
export const copyWork = reactionToSeveral<typeof issues, (typeof events)[number], typeof scheduler>(
  issues,
  events,
  async (given, { db }) => {
    const newest = new Map(given.map((event) => [event.payload.issueId, event]));
    const isBlocked = new Map(
      given.flatMap((event) => {
        const tells = isBlockedBy(event);
        return tells === undefined ? [] : [[event.payload.issueId, tells] as const];
      }),
    );
    const isHeld = new Map(
      given.flatMap(({ type, payload }) => {
        const tells = isHeldBy(type, payload);
        return tells === undefined ? [] : [[payload.issueId, tells] as const];
      }),
    );
    await saveWork(
      db,
      [...newest.values()].map(({ companyId, seq, payload }) => ({
        companyId,
        seq,
        issueId: payload.issueId,
        agentId: actionableAssigneeOf(payload),
        now: {
          isEnded: isEndedStatus(payload.status),
          assigneeAgentId: payload.assigneeAgentId,
          isBlocked: isBlocked.get(payload.issueId),
          isHeld: isHeld.get(payload.issueId),
          isStarted: payload.status === 'in_progress',
        },
      })),
    );
  },
  {
    history: 'state',
    when: (event) => {
      if (event.type === 'issue.created') {
        const waits = isBlockedBy(event) === true || isHeldBy(event.type, event.payload) === true;
        return actionableAssigneeOf(event.payload) !== null || waits;
      }
      if (event.type !== 'issue.updated') return true;
      const { changes } = event.payload;
      return moving.some((field) => field in changes);
    },
  },
);
