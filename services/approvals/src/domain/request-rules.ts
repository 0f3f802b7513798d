/** What a request to the board must contain, by its type, and who may make it. */
import {
  invalidField,
  Refusal,
  UUID,
  type AgentRole,
  type AgentStatus,
  type ApprovalType,
} from '@muster/contracts';

export interface Request {
  readonly type: ApprovalType;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The agent whose budget the request is about: the named one, else the requester. */
export function budgetAgentOf(
  { type, payload }: Request,
  requesterId: string | null,
): string | null {
  if (type !== 'budget_override_required') return null;
  const agentId = payload['agentId'] ?? requesterId;
  if (typeof agentId !== 'string' || !UUID.test(agentId)) {
    throw invalidField(['payload', 'agentId'], 'the agent whose budget is to be raised');
  }
  return agentId;
}

export interface Requester {
  readonly role: AgentRole;
  readonly status: AgentStatus;
}

/** Refuses a payload without what a decision on its type needs. */
export function requireDecidablePayload({ type, payload }: Request): void {
  switch (type) {
    case 'hire_agent':
      throw invalidField(
        ['type'],
        'a hire is requested with POST /api/companies/:companyId/agent-hires',
      );
    case 'approve_ceo_strategy':
      if (isEmpty(payload['plan']))
        throw invalidField(['payload', 'plan'], 'a strategy has a plan: payload {"plan": "…"}');
      return;
    case 'budget_override_required':
      if (!isPositive(payload['amountCents'])) {
        throw invalidField(['payload', 'amountCents'], 'a positive whole number of cents');
      }
      return;
    case 'change_agent':
      throw invalidField(['type'], 'changes of agents are requested through the agents service');
    case 'request_board_approval':
      return;
    default:
      return type satisfies never;
  }
}

type Caller = 'agent' | 'board';

/** Only the company's CEO may request approval of a strategy, or the board in its name. */
export function requireAllowedRequester(
  type: ApprovalType,
  requester: Requester | undefined,
  caller: Caller,
): void {
  if (type !== 'approve_ceo_strategy') return;
  if (requester?.role === 'ceo' && requester.status !== 'terminated') return;
  throw new Refusal('ceo_only', { field: 'requestedByAgentId' }, hintFor[caller]);
}

/** An agent cannot name the CEO: its way is the one of the catalogue. */
const hintFor: Readonly<Record<Caller, string | undefined>> = {
  agent: undefined,
  board:
    'send the id of the CEO as requestedByAgentId: GET /api/companies/:companyId/agents has it, with ' +
    'role ceo; a company without one gets it with POST /api/companies/:companyId/agents',
};

const isEmpty = (plan: unknown): boolean =>
  plan === undefined || plan === null || (typeof plan === 'string' && plan.trim() === '');

const isPositive = (cents: unknown): boolean => Number.isSafeInteger(cents) && Number(cents) > 0;
