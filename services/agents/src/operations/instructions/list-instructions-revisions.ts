import { Refusal, type agents } from '@muster/contracts';
import { decodeCursor, encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { getAgent } from '../../store/agents.ts';
import { listRevisions } from '../../store/instructions.ts';

const LIST = 'instructions-revisions';

export const listInstructionsRevisions: Handler<
  typeof agents,
  'listInstructionsRevisions'
> = async ({ agentId, companyId, limit, cursor }, { db, scope }) => {
  const agent = await getAgent(db, scope, { ref: agentId, companyId });
  const [before] = decodeCursor(LIST, agent.id, cursor, 1) ?? [];
  if (before !== undefined && !Number.isInteger(before)) throw new Refusal('invalid_cursor');
  const size = pageSize(limit);
  const rows = await listRevisions(db, agent, {
    before: before === undefined ? undefined : Number(before),
    limit: size + 1,
  });
  return pageOf(
    rows,
    size,
    (row) => row,
    ({ version }) => encodeCursor(LIST, agent.id, [version]),
  );
};
