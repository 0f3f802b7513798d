import { Refusal, type agents } from '@muster/contracts';
import { decodeCursor, encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { maskedConfig } from '../domain/config.ts';
import { getAgent } from '../store/agents.ts';
import { listRevisions, type RevisionRow } from '../store/config-revisions.ts';

export const listConfigRevisions: Handler<typeof agents, 'listConfigRevisions'> = async (
  { agentId, companyId, limit, cursor },
  { db, scope },
) => {
  const agent = await getAgent(db, scope, { ref: agentId, companyId });
  // A cursor is of one agent's list, so it is bound to the agent.
  const [before] = decodeCursor('config-revisions', agent.id, cursor, 1) ?? [];
  if (before !== undefined && !Number.isInteger(before)) throw new Refusal('invalid_cursor');
  const size = pageSize(limit);
  const rows = await listRevisions(db, agent, {
    before: before === undefined ? undefined : Number(before), limit: size + 1,
  });
  return pageOf(
    rows, size, show, ({ number }) => encodeCursor('config-revisions', agent.id, [number]),
  );
};

const show = (revision: RevisionRow): RevisionRow => ({
  ...revision,
  beforeConfig: revision.beforeConfig && maskedConfig(revision.beforeConfig),
  afterConfig: maskedConfig(revision.afterConfig),
});
