import { Refusal, type Actor, type UserActor } from '@muster/contracts';

/** Narrows the actor for operations whose contract admits board users only. */
export function requireBoardUser(actor: Actor): UserActor {
  if (actor.type !== 'user') throw new Refusal('board_only');
  return actor;
}
