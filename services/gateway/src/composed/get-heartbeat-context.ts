/**
 * The context of a heartbeat. The issue is read first, as the caller, together with what needs no
 * more than its name; then what needs its ids. An agent can work without its approvals and its
 * budget, so a service that cannot answer for them does not fail the read.
 */
import {
  agents,
  approvals,
  APPROVALS_SHOWN,
  issues,
  type HeartbeatContext,
  type Output,
} from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { contextOf, type CommentsRead } from './domain/heartbeat-context.ts';
import { ask } from '../upstream/ask.ts';
import type { CallContext, ComposedCall } from '../upstream/composed-call.ts';
import { readAs, type ReadOperation } from '../upstream/read-as.ts';
import { unlessUnavailable } from '../upstream/unless-unavailable.ts';

interface Asked {
  readonly issueId: string;
  readonly after?: string;
  readonly comments: number;
}

export const getHeartbeatContext =
  (rpc: Rpc): ComposedCall =>
  async (input, call) => {
    const { issueId, ...asked } = input as unknown as Asked;
    const read = readAs(rpc, call);
    const [context, comments, budget] = await Promise.all([
      read(issues, 'getHeartbeatContext', { issueId }),
      readComments(rpc, call, { issueId, ...asked }),
      unlessUnavailable(readBudget(read, call)),
    ]);
    const { id, companyId, blockedByIssueIds: ids = [] } = context;
    const [blockers, linked] = await Promise.all([
      ids.length === 0 ? [] : read(issues, 'listIssuesById', { ids }),
      unlessUnavailable(listApprovals(read, companyId, id)),
    ]);
    const parts = { context, comments, blockers, approvals: linked, budget };
    return { body: JSON.stringify(contextOf(parts) satisfies HeartbeatContext) };
  };

async function readComments(
  rpc: Rpc,
  call: CallContext,
  { issueId, after, comments: limit }: Asked,
): Promise<CommentsRead> {
  if (limit === 0) return { items: [], more: false };
  const order = after === undefined ? 'desc' : 'asc';
  const page = { issueId, order, limit, ...(after === undefined ? {} : { after }) };
  const { body, nextCursor } = await ask(rpc, issues, 'listComments', page, call);
  const items = JSON.parse(body.toString()) as Output<typeof issues, 'listComments'>;
  return {
    items: order === 'asc' ? items : items.toReversed(),
    more: nextCursor !== undefined,
  };
}

type Budget = HeartbeatContext['budget'];

const readBudget = async (read: ReadOperation, { actor }: CallContext): Promise<Budget> =>
  actor.type === 'agent' ? (await read(agents, 'getOwnAgent', {})).budget : null;

/** A release of the issues service that does not name the company has to be asked again. */
const listApprovals = async (
  read: ReadOperation,
  companyId: string | undefined,
  issueId: string,
): Promise<Output<typeof approvals, 'listApprovalsOfIssue'>> =>
  read(approvals, 'listApprovalsOfIssue', {
    companyId: companyId ?? (await read(issues, 'getIssue', { issueId })).companyId,
    issueId,
    limit: APPROVALS_SHOWN,
  });
