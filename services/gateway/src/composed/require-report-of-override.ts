/**
 * An agent asks for a larger budget for itself and for its reports. Only the agents service knows
 * the reporting tree, so the gateway asks it before it forwards the request.
 */
import { agents, approvals, Refusal, scopeOf } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import type { BodyCheck } from '../upstream/body-check.ts';
import { readAs } from '../upstream/read-as.ts';

const { createApproval, resubmitApproval } = approvals.operations;

type Call = Parameters<BodyCheck>[1];
const OVERRIDE = 'budget_override_required';

export const requireReportOfOverride =
  (rpc: Rpc): BodyCheck =>
  async (input, call) => {
    const request = createApproval.input.safeParse(input).data;
    const agentId = request && otherAgentIn(request.payload, call);
    // A company outside the caller's scope is refused as absent by the approvals service.
    const scope = scopeOf(call.actor);
    if (!agentId || (scope !== 'all' && !scope.includes(request.companyId))) return;
    if (request.type === OVERRIDE) await requireReport(rpc, agentId, call);
  };

/** The board may have asked for another agent in the name of this one: what stays is not checked. */
export const requireReportOfRevisedOverride =
  (rpc: Rpc): BodyCheck =>
  async (input, call) => {
    const revision = resubmitApproval.input.safeParse(input).data;
    const agentId = revision?.payload && otherAgentIn(revision.payload, call);
    if (!agentId) return;
    const { approvalId } = revision;
    const { type, payload } = await readAs(rpc, call)(approvals, 'getApproval', { approvalId });
    if (type !== OVERRIDE || payload['agentId'] === agentId) return;
    await requireReport(rpc, agentId, call);
  };

/** The agent that the payload names, if the caller is another agent. */
function otherAgentIn({ agentId }: Record<string, unknown>, { actor }: Call): string | undefined {
  if (actor.type !== 'agent' || typeof agentId !== 'string') return undefined;
  return agentId.toLowerCase() === actor.id ? undefined : agentId;
}

async function requireReport(rpc: Rpc, agentId: string, call: Call): Promise<void> {
  const named = agents.operations.getAgent.input.safeParse({ agentId }).data;
  // The approvals service refuses what is no id.
  if (!named) return;
  const { chainOfCommand } = await readAs(rpc, call)(agents, 'getAgent', named).catch(withField);
  if (!chainOfCommand.some(({ id }) => id === call.actor.id)) throw new Refusal('not_your_report');
}

function withField(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'agent_not_found') throw error;
  throw new Refusal('agent_not_found', { field: 'payload.agentId' });
}
