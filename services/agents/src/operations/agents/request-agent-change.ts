/**
 * Asks the board for a change of an agent: what an agent may not change itself, for itself or for an
 * agent below it. The change is checked here like one that is made at once, and kept with the
 * settings that it was asked for; the approvals service opens the approval under an id generated here.
 */
import { JsonObject, Refusal, type Actor, type agents, type Input } from '@muster/contracts';
import { newId, type Db, type Handler } from '@muster/service-kit';
import { requireEditorOf } from '../../configuration/authority.ts';
import { settingsAsked } from '../../configuration/settings-asked.ts';
import { masked } from '../../domain/masked.ts';
import { newApproval, readableChanges, requireNoSecrets } from '../../domain/requested-change.ts';
import { getAgent } from '../../store/agents.ts';
import { lockAgent } from '../../store/locks.ts';
import { insertRequestedChange } from '../../store/requested-changes.ts';

type Ask = Input<typeof agents, 'requestAgentChange'>;

export const requestAgentChange: Handler<typeof agents, 'requestAgentChange'> = async (
  ask,
  context,
) => {
  const { db, actor, now: requestedAt, emit } = context;
  const { companyId, issueIds } = ask;
  const { agentId, patch } = ask.payload;
  const agent = await lockAgent(db, [companyId], { ref: agentId });
  const requestedByAgentId = await requireRequester(db, actor, ask);
  await requireEditorOf(db, actor, agent);
  requireNoSecrets(patch);
  const { before, wanted } = await settingsAsked(context, agent, patch);
  const changes = readableChanges(before, wanted, patch);
  const id = newId();
  await insertRequestedChange(db, { approvalId: id, companyId, agentId, before, wanted });
  const requestedByUserId = actor.type === 'user' ? actor.id : null;
  const shown = JsonObject.parse(masked(patch));
  emit('agent_change.requested', {
    companyId,
    entityId: id,
    payload: {
      agentId,
      approvalId: id,
      requestedByAgentId,
      requestedByUserId,
      issueIds,
      patch: shown,
      changes,
      requestedAt,
    },
  });
  const payload = { agentId, patch: shown };
  return newApproval(
    {
      id,
      companyId,
      requestedByAgentId,
      requestedByUserId,
      aboutAgentId: agentId,
      payload,
      changes,
    },
    requestedAt,
  );
};

/** An unknown requester is refused first, then an agent that names another agent. */
async function requireRequester(
  db: Db,
  actor: Actor,
  { companyId, requestedByAgentId }: Ask,
): Promise<string | null> {
  const ownId = actor.type === 'agent' ? actor.id : null;
  if (requestedByAgentId === undefined || requestedByAgentId === ownId) return ownId;
  await getAgent(db, [companyId], { ref: requestedByAgentId });
  if (ownId !== null) {
    throw new Refusal('acting_as_another_agent', {
      field: 'requestedByAgentId',
      yourAgentId: ownId,
    });
  }
  return requestedByAgentId;
}
