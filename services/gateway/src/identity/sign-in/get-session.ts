/** Describes the caller, from its credential, its user row and the copy of agents. */
import { Permission, Refusal, type AgentActor, type UserActor } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { findAgentProfile } from '../../copies/store/agents.ts';
import type { ComposedCall } from '../../upstream/composed-call.ts';
import type { Credential } from '../../upstream/credential.ts';
import { findUser } from '../store/users.ts';

export const getSession =
  ({ db }: Runtime): ComposedCall =>
  async (_, { actor, client: { credential } }) => {
    if (!credential || (actor.type !== 'user' && actor.type !== 'agent')) {
      throw new Refusal('unauthenticated');
    }
    const identity =
      actor.type === 'user' ? await userIdentity(db, actor) : await agentIdentity(db, actor);
    return {
      body: JSON.stringify({
        actor: shown(actor),
        credential: shownCredential(credential),
        ...identity,
      }),
    };
  };

/** Without what only operations need: the id of the key, and what the status of the agent says. */
const shown = (actor: AgentActor | UserActor): AgentActor | UserActor =>
  actor.type === 'user' ? actor : { ...actor, keyId: undefined, paused: undefined };

/** Which of its own sessions and tokens a board user is using. */
const shownCredential = ({ kind, expiresAt, id }: Credential) => ({
  kind,
  expiresAt,
  id: kind === 'session' || kind === 'board_token' ? (id ?? null) : null,
});

type Db = Runtime['db'];

async function userIdentity(db: Db, { id, companies }: UserActor) {
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
      createCompanies: isAdmin,
      manageUsers: isAdmin,
      permissions: isAdmin ? Permission.options : [],
    },
  };
}

async function agentIdentity(db: Db, { id, name, companyId, runId }: AgentActor) {
  const profile = await findAgentProfile(db, { companyId, agentId: id });
  if (!profile) throw new Refusal('unauthenticated');
  return {
    user: null,
    memberships: [],
    agent: { id, name, companyId, runId: runId ?? null, ...profile },
    may: { createCompanies: false, manageUsers: false, permissions: [] },
  };
}
