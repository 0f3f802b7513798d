import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import * as store from '../../store/stopped-agents.ts';

export const listStoppedAgents: Handler<typeof agents, 'listStoppedAgents'> = async (
  _,
  { db, scope },
) => {
  const [counted, rows] = await Promise.all([
    store.countStoppedAgents(db, scope),
    store.listStoppedAgents(db, scope),
  ]);
  return { ...counted, rows };
};
