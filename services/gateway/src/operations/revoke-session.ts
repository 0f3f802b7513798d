import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { forgetCredentialsOf } from '../auth/credential-cache.ts';
import { deleteSession } from '../store/sessions.ts';
import { boardUser } from './board-user.ts';

export const revokeSession: Handler<typeof gateway, 'revokeSession'> = async (
  { sessionId },
  { db, actor, afterCommit },
) => {
  const { id: userId } = boardUser(actor);
  const session = await deleteSession(db, { userId, sessionId });
  afterCommit(() => forgetCredentialsOf(userId));
  return session;
};
