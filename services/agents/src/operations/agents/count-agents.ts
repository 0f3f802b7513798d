import type { agents } from '@muster/contracts';
import { storageOf, type Handler } from '@muster/service-kit';
import { countAgentsByStatus } from '../../store/agent-counts.ts';

export const countAgents: Handler<typeof agents, 'countAgents'> = async (
  { companyId },
  { db, config },
) => {
  const [rows, storage] = await Promise.all([
    countAgentsByStatus(db, companyId),
    storageOf({ db, config }, companyId),
  ]);
  const of = (status: string): number => rows.find((row) => row.status === status)?.count ?? 0;
  const counts = {
    idle: of('idle'),
    running: of('running'),
    paused: of('paused'),
    error: of('error'),
    pendingApproval: of('pending_approval'),
  };
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { total, active: counts.idle + counts.running, ...counts, storage };
};
