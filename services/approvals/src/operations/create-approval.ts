import { Refusal, type Actor, type approvals } from '@muster/contracts';
import { newId, type Db, type Handler } from '@muster/service-kit';
import { masked, sayingOf, showApproval } from '../domain/approval.ts';
import { checkPayload, checkRequester, subjectOf } from '../domain/request-rules.ts';
import { getAgent } from '../store/agents.ts';
import { insertApproval } from '../store/approvals.ts';
import { assertWritable } from '../store/companies.ts';
import { assertIssues } from '../store/issues.ts';

export const createApproval: Handler<typeof approvals, 'createApproval'> = async (
  { companyId, type, payload, requestedByAgentId, issueIds },
  { db, actor, say },
) => {
  checkPayload({ type, payload });
  await assertWritable(db, companyId);
  const agentId = requestedByAgentId ?? (actor.type === 'agent' ? actor.id : null);
  const requester = agentId ? await getRequester(db, companyId, agentId, actor) : undefined;
  checkRequester(type, requester);
  const subjectId = subjectOf({ type, payload }, agentId);
  if (subjectId) await getAgent(db, companyId, subjectId, 'payload.agentId');
  await assertIssues(db, companyId, issueIds, 'issueIds');
  const approval = await insertApproval(db, {
    id: newId(),
    companyId,
    type,
    requestedByAgentId: agentId,
    requestedByUserId: actor.type === 'user' ? actor.id : null,
    budgetAgentId: subjectId,
    payload: masked(payload),
    issueIds,
  });
  if (!approval) throw new Error('a new id was taken');
  say('approval.created', sayingOf(approval));
  return showApproval(approval);
};

/** Whoever is not there is not found, before an agent is told that it is not somebody else. */
async function getRequester(db: Db, companyId: string, agentId: string, actor: Actor) {
  const requester = await getAgent(db, companyId, agentId, 'requestedByAgentId');
  if (actor.type === 'agent' && actor.id !== agentId) throw new Refusal('acting_as_another_agent');
  return requester;
}
