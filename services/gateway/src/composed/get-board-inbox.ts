/**
 * The inbox of a board user: one read of each service, in parallel. A service that cannot answer is
 * named, because what the others know still waits.
 */
import { agents, approvals, gateway, issues, type UserActor } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { boardInboxOf } from './domain/board-inbox.ts';
import type { ComposedCall } from '../upstream/composed-call.ts';
import { readAs } from '../upstream/read-as.ts';
import { unlessUnavailable } from '../upstream/unless-unavailable.ts';

export const getBoardInbox =
  (rpc: Rpc): ComposedCall =>
  async (_, call) => {
    const read = readAs(rpc, call);
    const [stopped, waiting, work, own] = await Promise.all([
      unlessUnavailable(read(agents, 'listStoppedAgents', {})),
      unlessUnavailable(read(approvals, 'listWaitingApprovals', {})),
      unlessUnavailable(read(issues, 'listIssuesOfBoard', {})),
      unlessUnavailable(read(gateway, 'listWaitingJoiners', {})),
    ]);
    const { companies } = call.actor as UserActor;
    const parts = { agents: stopped, approvals: waiting, issues: work, gateway: own };
    return { body: JSON.stringify(boardInboxOf(companies, parts)) };
  };
