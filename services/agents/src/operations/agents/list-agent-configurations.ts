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
import { showConfiguration } from '../../views.ts';

const LIST = 'agent-configurations';

export const listAgentConfigurations: Handler<typeof agents, 'listAgentConfigurations'> = async (
  { companyId, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const after = decodeCursor(LIST, companyId, cursor, IdKey)?.[0];
  const rows = await listAgentRows(db, companyId, { after, size });
  return pageOfFirst(rows, showConfiguration, ({ id }) => encodeCursor(LIST, companyId, [id]));
};
