/** Whether an agent takes a wake-up: now or later (`pending`), or not at all (a reason). */
import type { AgentStatus, CompanyStatus, RunSource } from '@muster/contracts';

export interface Standing {
  readonly status: AgentStatus;
  readonly wakeOnDemand: boolean;
}

export const skipReasons = [
  'agent_not_runnable', 'wake_on_demand_off', 'agent_paused', 'company_paused', 'company_archived',
  'run_cancelled', 'beat_already_waiting', 'beat_missed', 'nothing_to_do',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/**
 * A paused agent keeps its wake-ups for the day on which it is resumed; an agent that we have not
 * heard of yet, for the moment at which we do.
 */
export function skipReason(
  agent: Standing | undefined,
  source: RunSource,
): SkipReason | undefined {
  if (!agent) return undefined;
  if (agent.status === 'pending_approval' || agent.status === 'terminated') {
    return 'agent_not_runnable';
  }
  const onDemand = source !== 'timer' && source !== 'retry';
  return onDemand && !agent.wakeOnDemand ? 'wake_on_demand_off' : undefined;
}

/** A call by hand wants a run now, so what cannot run now is told so instead of being kept. */
export function skipReasonNow(
  agent: Standing,
  company: CompanyStatus,
): SkipReason | undefined {
  if (agent.status === 'paused') return 'agent_paused';
  if (company !== 'active') return `company_${company}`;
  return skipReason(agent, 'on_demand');
}
