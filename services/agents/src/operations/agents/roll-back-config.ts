import { leftByRollback, Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { requireEditorOf } from '../../configuration/authority.ts';
import { saveChange } from '../../configuration/save-change.ts';
import { rolledBackTo } from '../../domain/config.ts';
import { getRevision } from '../../store/config-revisions.ts';
import { lockAgent } from '../../store/locks.ts';

/** A rollback is a change like any other: the rules apply, and it can be rolled back too. */
export const rollBackConfig: Handler<typeof agents, 'rollBackConfig'> = async (
  { agentId, companyId, revisionId },
  context,
) => {
  const { db, actor, scope } = context;
  const agent = await lockAgent(db, scope, { ref: agentId, companyId }, 'exclusive');
  const revision = await getRevision(db, agent.companyId, revisionId);
  const authority = await requireEditorOf(db, actor, agent);
  if (revision.agentId !== agent.id) throw new Refusal('foreign_revision');
  const saved = await saveChange(context, agent, {
    authority,
    source: 'rollback',
    wanted: rolledBackTo(agent, revision.config),
    rolledBackFromRevisionId: revisionId,
    missing: 'secret_deleted',
  });
  return { ...saved, left: [...leftByRollback] };
};
