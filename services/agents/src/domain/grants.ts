/**
 * What an agent gives to another, in a hire or a change. No role above its own, no right that it does
 * not have, no more money than it has left and no timer below a minute: those are the board's to give.
 */
import type { AgentRole, RuntimeConfig } from '@muster/contracts';
import type { NewAgent } from './hire.ts';
import { hasManagerRole } from './managers.ts';

/** Shortest interval of a timer that agents give, in seconds: a run costs money each time. */
const INTERVAL_MIN_SECONDS = 60;

/** Who answers for whom: a role is above those with a lower number. */
const rankOf = (role: AgentRole): number => {
  if (role === 'ceo') return 3;
  if (role === 'manager') return 1;
  return hasManagerRole(role) ? 2 : 0;
};

export interface Giver {
  readonly role: AgentRole;
  readonly canCreateAgents: boolean;
}

type Given = Pick<NewAgent, 'role' | 'permissions' | 'runtimeConfig'>;

/** The fields of what is given that only the board may give; `before` is what the agent has already. */
export function fieldsAbove(giver: Giver, given: Given, before?: Given): string[] {
  const isRoleNew = given.role !== before?.role;
  const isRightNew = given.permissions.canCreateAgents && !before?.permissions.canCreateAgents;
  const mayHire = giver.canCreateAgents || hasManagerRole(giver.role);
  const seconds = intervalOf(given.runtimeConfig);
  const secondsBefore = before ? intervalOf(before.runtimeConfig) : Infinity;
  return [
    ...(isRoleNew && rankOf(given.role) > rankOf(giver.role) ? ['role'] : []),
    ...(isRightNew && !mayHire ? ['permissions'] : []),
    ...(seconds < INTERVAL_MIN_SECONDS && seconds < secondsBefore
      ? ['runtimeConfig.heartbeat']
      : []),
  ];
}

/** Seconds between two starts by the timer; a cron expression has minutes. */
const intervalOf = ({ heartbeat }: RuntimeConfig): number =>
  heartbeat.enabled && !heartbeat.cron ? heartbeat.intervalSec : Infinity;

/** A hire without a limit has more than any requester has left; null: the requester has no limit. */
export const isBudgetAbove = (
  { budgetMonthlyCents }: Pick<NewAgent, 'budgetMonthlyCents'>,
  remainingCents: number | null,
): boolean =>
  remainingCents !== null && (budgetMonthlyCents === 0 || budgetMonthlyCents > remainingCents);
