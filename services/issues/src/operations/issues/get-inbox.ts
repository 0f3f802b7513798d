import { Id, IssuePriority, IssueStatus, Refusal, Timestamp, type issues } from '@muster/contracts';
import { decodeCursor, encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { z } from 'zod';
import { countWaiting, listInbox } from '../../store/overviews/agent-inbox.ts';

const INBOX = 'inbox';
const InboxKey = z.tuple([IssueStatus, IssuePriority, Timestamp, Id]);

export const getInbox: Handler<typeof issues, 'getInbox'> = async (input, { db, actor }) => {
  if (actor.type !== 'agent') throw new Refusal('agent_only');
  const size = pageSize(input.limit);
  const key = decodeCursor(INBOX, actor.id, input.cursor, InboxKey);
  const position = key && { status: key[0], priority: key[1], updatedAt: key[2], id: key[3] };
  const part = { blocked: input.blocked, reviews: input.reviews };
  const of = { companyId: actor.companyId, agentId: actor.id };
  const [rows, waiting] = await Promise.all([
    listInbox(db, { ...of, ...part }, position, size + 1),
    input.blocked || input.reviews ? 0 : countWaiting(db, of),
  ]);
  const page = pageOf(
    rows,
    size,
    (row) => row,
    ({ status, priority, updatedAt, id }) =>
      encodeCursor(INBOX, actor.id, [status, priority, updatedAt, id]),
  );
  return { ...page, leftOut: waiting };
};
