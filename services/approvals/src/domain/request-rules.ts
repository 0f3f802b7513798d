/** What a request to the board must carry, by its type, and who may make it. */
import { Refusal, type AgentRole, type AgentStatus, type ApprovalType } from '@muster/contracts';

export interface Request {
  readonly type: ApprovalType;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Where the request names no agent of its own, it is about the requester. */
export function subjectOf({ type, payload }: Request, requesterId: string | null): string | null {
  if (type !== 'budget_override_required') return null;
  const agentId = payload['agentId'] ?? requesterId;
  if (typeof agentId !== 'string' || !uuid.test(agentId)) {
    throw invalid(['payload', 'agentId'], 'the agent whose budget is to be raised');
  }
  return agentId;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface Requester {
  readonly role: AgentRole;
  readonly status: AgentStatus;
}

/** Refuses a payload that its type cannot be decided on. */
export function checkPayload({ type, payload }: Request): void {
  switch (type) {
    case 'hire_agent':
      throw invalid(['type'], 'hires are requested through agent-hires');
    case 'approve_ceo_strategy':
      if (isEmpty(payload['plan'])) throw invalid(['payload', 'plan'], 'a strategy has a plan');
      return;
    case 'budget_override_required':
      if (!isPositive(payload['amountCents'])) {
        throw invalid(['payload', 'amountCents'], 'a positive whole number of cents');
      }
      return;
    case 'request_board_approval':
      return;
    default:
      return type satisfies never;
  }
}

/** The CEO's strategy is asked for by the living CEO, or in its name. */
export function checkRequester(type: ApprovalType, requester: Requester | undefined): void {
  if (type !== 'approve_ceo_strategy') return;
  if (requester?.role !== 'ceo' || requester.status === 'terminated') {
    throw new Refusal('ceo_only', undefined, 'name the CEO as requestedByAgentId');
  }
}

const isEmpty = (plan: unknown): boolean =>
  plan === undefined || plan === null || (typeof plan === 'string' && plan.trim() === '');

const isPositive = (cents: unknown): boolean => Number.isSafeInteger(cents) && Number(cents) > 0;

export const invalid = (path: readonly string[], message: string): Refusal =>
  new Refusal('invalid_input', [{ path, code: 'custom', message }]);
