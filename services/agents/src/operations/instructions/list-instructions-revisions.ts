import type { agents } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  NumberKey,
  pageOf,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { getAgent } from '../../store/agents.ts';
import { listRevisions } from '../../store/instructions.ts';

const LIST = 'instructions-revisions';

export const listInstructionsRevisions: Handler<
  typeof agents,
  'listInstructionsRevisions'
> = async ({ agentId, companyId, limit, cursor }, { db, scope }) => {
  const agent = await getAgent(db, scope, { ref: agentId, companyId });
  const before = decodeCursor(LIST, agent.id, cursor, NumberKey)?.[0];
  const size = pageSize(limit);
  const rows = await listRevisions(db, agent, {
    before,
    limit: size + 1,
  });
  return pageOf(
    rows,
    size,
    (row) => row,
    ({ version }) => encodeCursor(LIST, agent.id, [version]),
  );
};
