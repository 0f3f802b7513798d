/** Operations of a user on what is its own. */
import { Refusal, type Actor, type UserActor } from '@muster/contracts';

/** `who` lets nobody else through. */
export function boardUser(actor: Actor): UserActor {
  if (actor.type !== 'user') throw new Refusal('board_only');
  return actor;
}
