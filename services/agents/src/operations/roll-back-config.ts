import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getRevision } from '../store/config-revisions.ts';
import { lockAgent } from '../store/locks.ts';
import { mayEdit } from './authority.ts';
import { saveChange } from './save-change.ts';

/** A change like any other, to what was once so: it obeys the rules and can be rolled back too. */
export const rollBackConfig: Handler<typeof agents, 'rollBackConfig'> = async (
  { agentId, companyId, revisionId },
  context,
) => {
  const { db, actor, scope } = context;
  const agent = await lockAgent(db, scope, { ref: agentId, companyId }, 'alone');
  const revision = await getRevision(db, agent.companyId, revisionId);
  const authority = await mayEdit(db, actor, agent);
  if (revision.agentId !== agent.id) throw new Refusal('foreign_revision');
  return saveChange(context, agent, {
    authority,
    source: 'rollback',
    wanted: { config: revision.config, metadata: agent.metadata },
    rolledBackFromRevisionId: revisionId,
    missing: 'secret_deleted',
  });
};
