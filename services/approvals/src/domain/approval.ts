/** An approval as it is stored. */
import { redact, type Approval } from '@muster/contracts';

/** Adds the waiting agent of a hire and the linked issues to the approval of the interface. */
export interface ApprovalRow extends Omit<
  Approval,
  'changes' | 'effect' | 'newBudgetMonthlyCents'
> {
  readonly changes: Approval['changes'] | null;
  readonly effect: Approval['effect'] | null;
  readonly agentId: string | null;
  /** The agent whose budget a `budget_override_required` is about. */
  readonly budgetAgentId: string | null;
  /** The limit of that agent; null if it is not known, or if there is no such agent. */
  readonly presentLimitCents: number | null;
  /** The limit that an approved override gave. */
  readonly newLimitCents: number | null;
  /** The board user who last changed the payload; null if it is as asked for, or an agent changed it. */
  readonly payloadByUserId: string | null;
  /** The agent that a `change_agent` changes. */
  readonly changeOfAgentId: string | null;
  /** The agent has changed since the change was asked for. */
  readonly isStale: boolean;
  /** Id of the event that opened the approval; null for a request of a caller. */
  readonly causedBy: string | null;
  readonly issueIds: readonly string[];
}

/** Masks secrets: a payload never needs one, so none is stored, answered or emitted. */
export const redactPayload = (payload: Approval['payload']): Approval['payload'] =>
  redact(payload) as Approval['payload'];
