import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import type { GatewayParts } from '../../parts.ts';
import { insertAccountAction } from '../store/account-activity.ts';
import { lockBoardToken, revokeToken } from '../store/board-tokens.ts';
import { requireBoardUser } from '../domain/board-user.ts';

export const revokeBoardToken: Handler<typeof gateway, 'revokeBoardToken', GatewayParts> = async (
  { tokenId },
  { db, actor, now, log, afterCommit, parts },
) => {
  const { id: userId } = requireBoardUser(actor);
  const token = await lockBoardToken(db, { userId, tokenId });
  if (token.revokedAt !== null) return token;
  await revokeToken(db, tokenId, now);
  await insertAccountAction(db, { action: 'token_revoked', userId, subjectId: tokenId });
  log.info({ tokenId, userId }, 'board token revoked');
  afterCommit(() => parts.signals.emit('callerChanged', userId));
  return { ...token, revokedAt: now };
};
