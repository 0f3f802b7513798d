import { Refusal, type AccountAction, type gateway, type User } from '@muster/contracts';
import { applyLaterInEach, type Handler } from '@muster/service-kit';
import type { GatewayParts } from '../../parts.ts';
import { endWhatUserMade } from '../bulk-effects/end-what-user-made.ts';
import { insertAccountAction } from '../store/account-activity.ts';
import { listCompaniesOfMaker } from '../store/made-by-users.ts';
import { deleteSessionsOf } from '../store/sessions.ts';
import { revokeInstanceInvitationsBy } from '../store/user-invitations.ts';
import { hasEnvironmentToken, lockUser, saveUser } from '../store/users.ts';

export const changeUser: Handler<typeof gateway, 'changeUser', GatewayParts> = async (
  { userId, ...change },
  context,
) => {
  const { db, actor, now, log, afterCommit, parts } = context;
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
    // A write has events of one company, so each company has its own.
    const companyIds = await listCompaniesOfMaker(db, user);
    await applyLaterInEach(context, endWhatUserMade, companyIds, userId);
  }
  for (const action of actionsOf(user, saved)) {
    await insertAccountAction(db, { action, userId, actorId: actor.id });
  }
  const { instanceAdmin: admin } = saved;
  log.info({ userId, changedBy: actor.id, admin, disabled }, 'user changed');
  afterCommit(() => parts.signals.emit('callerChanged', userId));
  return saved;
};

/** What has changed; nothing where the change asks for what is so already. */
function actionsOf(before: User, after: User): readonly AccountAction[] {
  const actions: AccountAction[] = [];
  if (before.instanceAdmin !== after.instanceAdmin) {
    actions.push(after.instanceAdmin ? 'admin_granted' : 'admin_revoked');
  }
  if ((before.disabledAt === null) !== (after.disabledAt === null)) {
    actions.push(after.disabledAt === null ? 'user_enabled' : 'user_disabled');
  }
  return actions;
}
