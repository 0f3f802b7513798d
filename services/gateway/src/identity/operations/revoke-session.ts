import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import type { GatewayParts } from '../../parts.ts';
import { insertAccountAction } from '../store/account-activity.ts';
import { deleteSession } from '../store/sessions.ts';
import { requireBoardUser } from '../domain/board-user.ts';

export const revokeSession: Handler<typeof gateway, 'revokeSession', GatewayParts> = async (
  { sessionId },
  { db, actor, afterCommit, parts },
) => {
  const { id: userId } = requireBoardUser(actor);
  const session = await deleteSession(db, { userId, sessionId });
  await insertAccountAction(db, { action: 'session_revoked', userId, subjectId: session.id });
  afterCommit(() => parts.signals.emit('callerChanged', userId));
  return session;
};
