import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import type { GatewayParts } from '../../parts.ts';
import { deleteSessionsOf } from '../store/sessions.ts';
import { revokeInstanceInvitationsBy } from '../store/user-invitations.ts';
import { hasEnvironmentToken, lockUser, saveUser } from '../store/users.ts';

export const changeUser: Handler<typeof gateway, 'changeUser', GatewayParts> = async (
  { userId, ...change },
  { db, actor, now, log, afterCommit, parts },
) => {
  const user = await lockUser(db, userId);
  // The environment's admin always keeps access, so that every change can be undone.
  if (await hasEnvironmentToken(db, userId)) throw new Refusal('user_of_the_environment');
  const disabled = change.disabled ?? user.disabledAt !== null;
  const saved = await saveUser(db, {
    id: userId,
    instanceAdmin: change.instanceAdmin ?? user.instanceAdmin,
    disabledAt: disabled ? (user.disabledAt ?? now) : null,
  });
  if (disabled) await deleteSessionsOf(db, userId);
  if (disabled || !saved.instanceAdmin) {
    await revokeInstanceInvitationsBy(db, { userId, revokedAt: now });
  }
  const { instanceAdmin: admin } = saved;
  log.info({ userId, changedBy: actor.id, admin, disabled }, 'user changed');
  afterCommit(() => parts.signals.emit('callerChanged', userId));
  return saved;
};
