/** Who manages whom, and who is in one team. */
import { managers, type AgentName, type CallerName } from '../fixtures/team.ts';

function chainOf(name: AgentName): AgentName[] {
  const manager = managers[name];
  return manager === null ? [] : [manager, ...chainOf(manager)];
}

export const manages = (by: CallerName, agent: AgentName | null): boolean =>
  by !== 'board' && agent !== null && chainOf(agent).includes(by);

/** Whether two agents are in one team: the same, above, below or with the same manager. The board is in none. */
export function isTeam(one: AgentName, other: CallerName | null): boolean {
  if (other === null || other === 'board') return false;
  const arePeers = managers[one] !== null && managers[one] === managers[other];
  return one === other || arePeers || chainOf(one).includes(other) || chainOf(other).includes(one);
}
