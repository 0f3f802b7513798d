/** Whether an agent takes a wake-up, now or later, or skips it for a reason. */
import { staleReasons } from '../ended-work/work-over.ts';
import { isWokenBy, type AgentStatus, type CompanyStatus, type RunSource } from '@muster/contracts';

export interface WakeableAgent {
  readonly status: AgentStatus;
  readonly wakeOnDemand: boolean;
}

export const skipReasons = [
  ...staleReasons,
  'agent_not_runnable',
  'wake_on_demand_off',
  'event_too_old',
  'agent_paused',
  'company_paused',
  'company_archived',
  'run_cancelled',
  'beat_already_waiting',
  'beat_missed',
  'nothing_to_do',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/**
 * A paused agent takes wake-ups for the time when it is resumed. So does an agent whose events have
 * not arrived here yet. The end of a wait wakes like the timer: the agent itself has asked for it.
 */
export function skipReason(
  agent: WakeableAgent | undefined,
  { source, reason }: { readonly source: RunSource; readonly reason?: string },
): SkipReason | undefined {
  if (!agent) return undefined;
  if (agent.status === 'pending_approval' || agent.status === 'terminated') {
    return 'agent_not_runnable';
  }
  const isWoken = reason === 'wait_ended' || isWokenBy(source, agent);
  return isWoken ? undefined : 'wake_on_demand_off';
}

/** A call asks for a run now: it is skipped where the agent cannot run now. */
export function onDemandSkipReason(
  agent: WakeableAgent,
  company: CompanyStatus,
): SkipReason | undefined {
  if (agent.status === 'paused') return 'agent_paused';
  if (company !== 'active') return `company_${company}`;
  return skipReason(agent, { source: 'on_demand' });
}
