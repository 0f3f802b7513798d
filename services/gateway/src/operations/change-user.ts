import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { forgetCredentialsOf } from '../auth/credential-cache.ts';
import { deleteSessionsOf } from '../store/sessions.ts';
import { isOfEnvironment, lockUser, saveUser } from '../store/users.ts';

export const changeUser: Handler<typeof gateway, 'changeUser'> = async (
  { userId, ...change },
  { db, actor, now, log, afterCommit },
) => {
  const user = await lockUser(db, userId);
  // Somebody has to be left who can undo this.
  if (await isOfEnvironment(db, userId)) throw new Refusal('user_of_the_environment');
  const disabled = change.disabled ?? user.disabledAt !== null;
  const saved = await saveUser(db, {
    id: userId,
    instanceAdmin: change.instanceAdmin ?? user.instanceAdmin,
    disabledAt: disabled ? user.disabledAt ?? now : null,
  });
  if (disabled) await deleteSessionsOf(db, userId);
  const { instanceAdmin: admin } = saved;
  log.info({ userId, changedBy: actor.id, admin, disabled }, 'a user was changed');
  afterCommit(() => forgetCredentialsOf(userId));
  return saved;
};
