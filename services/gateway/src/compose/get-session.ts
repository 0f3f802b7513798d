/** Who the caller is, from what the door found out and the local copy of agents. */
import { Permission, Refusal, type AgentActor, type UserActor } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import type { Credential } from '../auth/caller.ts';
import { findAgentStanding } from '../store/agents.ts';
import { findUser } from '../store/users.ts';
import type { ComposedCall } from './composed-calls.ts';

export const getSession = ({ db }: Runtime): ComposedCall =>
  async (_, { actor, asked: { credential } }) => {
    if (!credential || (actor.type !== 'user' && actor.type !== 'agent')) {
      throw new Refusal('unauthenticated');
    }
    const { kind, expiresAt } = credential satisfies Credential;
    const about = actor.type === 'user' ? await aboutUser(db, actor) : await aboutAgent(db, actor);
    return { body: JSON.stringify({ actor, credential: { kind, expiresAt }, ...about }) };
  };

type Db = Runtime['db'];

async function aboutUser(db: Db, { id, companies }: UserActor) {
  const user = await findUser(db, id);
  if (!user) throw new Refusal('unauthenticated');
  const { name, email, instanceAdmin } = user;
  const isAdmin = companies === 'all';
  return {
    user: { id, name, email, instanceAdmin },
    memberships: isAdmin
      ? []
      : companies.map((one) => ({ ...one, mayWrite: one.role !== 'viewer' })),
    agent: null,
    may: {
      createCompanies: isAdmin, manageUsers: isAdmin,
      permissions: isAdmin ? Permission.options : [],
    },
  };
}

async function aboutAgent(db: Db, { id, name, companyId, runId }: AgentActor) {
  const standing = await findAgentStanding(db, { companyId, agentId: id });
  if (!standing) throw new Refusal('unauthenticated');
  return {
    user: null,
    memberships: [],
    agent: { id, name, companyId, runId: runId ?? null, ...standing },
    may: { createCompanies: false, manageUsers: false, permissions: [] },
  };
}
