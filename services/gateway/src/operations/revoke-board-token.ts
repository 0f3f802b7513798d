import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { forgetCredentialsOf } from '../auth/credential-cache.ts';
import { lockBoardToken, revokeToken } from '../store/board-tokens.ts';
import { boardUser } from './board-user.ts';

export const revokeBoardToken: Handler<typeof gateway, 'revokeBoardToken'> = async (
  { tokenId },
  { db, actor, now, log, afterCommit },
) => {
  const { id: userId } = boardUser(actor);
  const token = await lockBoardToken(db, { userId, tokenId });
  if (token.revokedAt !== null) return token;
  await revokeToken(db, tokenId, now);
  log.info({ tokenId, userId }, 'a board token was revoked');
  afterCommit(() => forgetCredentialsOf(userId));
  return { ...token, revokedAt: now };
};
