/** A new agent made from an approved join request. */
import { cutText, RuntimeConfig, type Joiner } from '@muster/contracts';
import type { NewAgent } from './hire.ts';

const NAME_MAX = 200;
/** Numbered variants of a name before the agent's id is appended instead. */
const READABLE_SUFFIXES = 9;

/** Wake-ups on demand and no timer, until the board configures it otherwise. */
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

/** Names to try in this order; the last one is always free. */
export function nameCandidates(name: string, id: string): string[] {
  const suffixes = [
    ...Array.from({ length: READABLE_SUFFIXES - 1 }, (_, index) => String(index + 2)),
    id.slice(-12),
  ];
  return [name, ...suffixes.map((suffix) => withSuffix(name, suffix))];
}

/** At most as long as a name may be. */
function withSuffix(name: string, suffix: string): string {
  const start = cutText(name, NAME_MAX - suffix.length - 1);
  return `${start.trimEnd()} ${suffix}`;
}
