import type { agents } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  NumberKey,
  pageOfFirst,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { getAgent } from '../../store/agents.ts';
import { listRevisions } from '../../store/config-revisions.ts';
import { showRevision } from '../../views.ts';

export const listConfigRevisions: Handler<typeof agents, 'listConfigRevisions'> = async (
  { agentId, companyId, limit, cursor },
  { db, scope },
) => {
  const agent = await getAgent(db, scope, { ref: agentId, companyId });
  // The cursor is bound to the agent: a cursor of another agent's list is refused.
  const before = decodeCursor('config-revisions', agent.id, cursor, NumberKey)?.[0];
  const size = pageSize(limit);
  const rows = await listRevisions(db, agent, {
    before,
    size,
  });
  return pageOfFirst(rows, showRevision, ({ number }) =>
    encodeCursor('config-revisions', agent.id, [number]),
  );
};
