/** Callers of all kinds, with fresh ids. */
import type { Actor, AgentActor, UserActor } from '@muster/contracts';
import { newId } from '@muster/service-kit';

/** A board user; without `companies` an instance admin, who may see every company. */
export const boardActor = (overrides: Partial<UserActor> = {}): UserActor => ({
  type: 'user', id: newId(), name: 'Board', companies: 'all', ...overrides,
});

export const agentActor = (
  companyId: string,
  overrides: Partial<AgentActor> = {},
): AgentActor => ({ type: 'agent', id: newId(), name: 'Agent', companyId, ...overrides });

export const serviceActor = (name = 'test'): Actor => ({ type: 'service', id: name, name });
