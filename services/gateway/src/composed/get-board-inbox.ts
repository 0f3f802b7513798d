/**
 * The inbox of a board user, of all companies or of one: one read of each service, in parallel. A service that cannot answer is
 * named, because what the others know still waits.
 */
import {
  agents,
  approvals,
  gateway,
  issues,
  Permission,
  type Membership,
  type UserActor,
} from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { boardInboxOf } from './domain/board-inbox.ts';
import type { CallContext, ComposedCall } from '../upstream/composed-call.ts';
import { readAs } from '../upstream/read-as.ts';
import { unlessUnavailable } from '../upstream/unless-unavailable.ts';

export const getBoardInbox =
  (rpc: Rpc): ComposedCall =>
  (_, call) =>
    inboxOf(rpc, call, userOf(call));

/** The same by a caller who sees this company alone; the rights that it shows are the caller's own. */
export const getCompanyInbox =
  (rpc: Rpc): ComposedCall =>
  async (input, call) => {
    const { id } = await readAs(rpc, call)(agents, 'getCompany', input);
    const caller = userOf(call);
    const companies = [memberOf(caller, id)];
    return inboxOf(rpc, { ...call, actor: { ...caller, companies } }, caller);
  };

const userOf = ({ actor }: CallContext): UserActor => actor as UserActor;

/** An instance admin sees the companies of others as an owner does. */
const memberOf = ({ companies }: UserActor, companyId: string): Membership => {
  const own =
    companies === 'all' ? undefined : companies.find((one) => one.companyId === companyId);
  return own ?? { companyId, role: 'owner', permissions: Permission.options };
};

async function inboxOf(rpc: Rpc, call: CallContext, { companies }: UserActor) {
  const read = readAs(rpc, call);
  const [stopped, waiting, work, own] = await Promise.all([
    unlessUnavailable(read(agents, 'listStoppedAgents', {})),
    unlessUnavailable(read(approvals, 'listWaitingApprovals', {})),
    unlessUnavailable(read(issues, 'listIssuesOfBoard', {})),
    unlessUnavailable(read(gateway, 'listWaitingJoiners', {})),
  ]);
  const parts = { agents: stopped, approvals: waiting, issues: work, gateway: own };
  return { body: JSON.stringify(boardInboxOf(companies, parts)) };
}
