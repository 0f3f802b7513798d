/** An approval as it is stored. */
import { redact, REDACTED_TEXT, UUID, type Approval, type Redaction } from '@muster/contracts';

/** Adds the waiting agent of a hire and the linked issues to the approval of the interface. */
export interface ApprovalRow extends Omit<
  Approval,
  'changes' | 'effect' | 'newBudgetMonthlyCents' | 'redacted'
> {
  readonly redacted: Redaction | null;
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

/** The configuration of an agent, which the agents service has, and keeps its secrets sealed. */
const typesOfConfiguration: readonly Approval['type'][] = ['hire_agent', 'change_agent'];

const isConfiguration = ({ type }: Pick<ApprovalRow, 'type'>): boolean =>
  typesOfConfiguration.includes(type);

/** What is left of the payload of a redacted approval: what is asked for, such as an amount, in no words. */
export const payloadWithoutWords = (row: ApprovalRow): Approval['payload'] =>
  isConfiguration(row) ? row.payload : (withoutWords(row.payload) as Approval['payload']);

function withoutWords(value: unknown): unknown {
  if (typeof value === 'string') return UUID.test(value) ? value : REDACTED_TEXT;
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutWords(each)]));
}

/** The same of an answer that shows it as it was at an earlier revision. */
export const answerWithoutWords =
  (row: ApprovalRow) =>
  (shown: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
    ...shown,
    ...('payload' in shown && !isConfiguration(row)
      ? { payload: withoutWords(shown['payload']) }
      : {}),
    ...(typeof shown['decisionNote'] === 'string' ? { decisionNote: REDACTED_TEXT } : {}),
  });

/** A hire that stays open after a redaction may be decided with another note. */
export const hasWords = (note: string | null): boolean => note !== null && note !== REDACTED_TEXT;
