/** An agent from outside as an agent of ours. */
import { RuntimeConfig, type Joiner } from '@muster/contracts';
import type { NewAgent } from './hire.ts';

const NAME_MAX = 200;
/** So many agents may want one name before names become unreadable. */
const READABLE_SUFFIXES = 9;

/** It is woken by what concerns it, and not by the clock. The board may say otherwise. */
const wakeable = RuntimeConfig.parse({ heartbeat: { enabled: false, wakeOnDemand: true } });

export const newAgentOfJoiner = (
  { role, title, icon, capabilities, adapterType, adapterConfig }: Joiner,
  { name, reportsTo }: Pick<NewAgent, 'name' | 'reportsTo'>,
): NewAgent => ({
  name,
  role,
  title,
  icon,
  reportsTo,
  capabilities,
  adapterType,
  adapterConfig,
  runtimeConfig: wakeable,
  permissions: { canCreateAgents: false },
  budgetMonthlyCents: 0,
  metadata: {},
});

/** Names to try in turn, the last of which is free for sure. */
export function nameCandidates(name: string, id: string): string[] {
  const suffixes = [
    ...Array.from({ length: READABLE_SUFFIXES - 1 }, (_, index) => String(index + 2)),
    id.slice(-12),
  ];
  return [name, ...suffixes.map((suffix) => withSuffix(name, suffix))];
}

/** As long as a name may be; no half of a surrogate pair is left at the cut. */
function withSuffix(name: string, suffix: string): string {
  const kept = name.slice(0, NAME_MAX - suffix.length - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.trimEnd()} ${suffix}`;
}
