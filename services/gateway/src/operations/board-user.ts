/** Operations of a user on what is its own, and of instance admins on the instance. */
import { Refusal, type Actor, type UserActor } from '@muster/contracts';

/** `who` lets nobody else through. */
export function boardUser(actor: Actor): UserActor {
  if (actor.type !== 'user') throw new Refusal('board_only');
  return actor;
}

export function instanceAdmin(actor: Actor): UserActor {
  const user = boardUser(actor);
  if (user.companies !== 'all') throw new Refusal('instance_admin_only');
  return user;
}
