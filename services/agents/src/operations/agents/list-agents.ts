import type { agents } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  IdKey,
  pageOfFirst,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { listAgentRows } from '../../store/agents.ts';
import { showAgent } from '../../views.ts';

export const listAgents: Handler<typeof agents, 'listAgents'> = async (
  { companyId, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const after = decodeCursor('agents', companyId, cursor, IdKey)?.[0];
  const rows = await listAgentRows(db, companyId, { after, size });
  return pageOfFirst(rows, showAgent, ({ id }) => encodeCursor('agents', companyId, [id]));
};
