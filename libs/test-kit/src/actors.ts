/** Callers of all kinds, with fresh ids. */
import type { Actor, AgentActor, Membership, ServiceName, UserActor } from '@muster/contracts';
import { newId } from '@muster/service-kit';

interface BoardOverrides extends Partial<Omit<UserActor, 'companies'>> {
  /** Memberships; a company id alone makes the user its owner. */
  readonly companies?: 'all' | readonly (string | Membership)[];
}

/** A board user; without `companies` an instance admin, who sees every company. */
export const boardActor = ({ companies = 'all', ...rest }: BoardOverrides = {}): UserActor => ({
  type: 'user',
  id: newId(),
  name: 'Board',
  companies: companies === 'all' ? companies : companies.map(membershipOf),
  ...rest,
});

const membershipOf = (given: string | Membership): Membership =>
  typeof given === 'string' ? { companyId: given, role: 'owner', permissions: [] } : given;

export const agentActor = (companyId: string, overrides: Partial<AgentActor> = {}): AgentActor => ({
  type: 'agent',
  id: newId(),
  name: 'Agent',
  companyId,
  ...overrides,
});

/** By default the only service that calls operations of others in its own name. */
export const serviceActor = (name: ServiceName = 'scheduler'): Actor => ({
  type: 'service',
  id: name,
  name,
});
