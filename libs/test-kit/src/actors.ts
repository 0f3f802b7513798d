/** Callers of all kinds, with fresh ids. */
import type { Actor, AgentActor, Membership, UserActor } from '@muster/contracts';
import { newId } from '@muster/service-kit';

interface BoardOverrides extends Partial<Omit<UserActor, 'companies'>> {
  /** Memberships; of a company that is named by its id alone, the user is an owner. */
  readonly companies?: 'all' | readonly (string | Membership)[];
}

/** A board user; without `companies` an instance admin, who may see every company. */
export const boardActor = ({ companies = 'all', ...rest }: BoardOverrides = {}): UserActor => ({
  type: 'user',
  id: newId(),
  name: 'Board',
  companies: companies === 'all' ? companies : companies.map(membershipOf),
  ...rest,
});

const membershipOf = (one: string | Membership): Membership =>
  typeof one === 'string' ? { companyId: one, role: 'owner', permissions: [] } : one;

export const agentActor = (
  companyId: string,
  overrides: Partial<AgentActor> = {},
): AgentActor => ({ type: 'agent', id: newId(), name: 'Agent', companyId, ...overrides });

export const serviceActor = (name = 'test'): Actor => ({ type: 'service', id: name, name });
