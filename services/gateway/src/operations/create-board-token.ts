import type { gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { makeToken } from '../auth/token.ts';
import { refusePastExpiry } from '../domain/expiry.ts';
import { insertBoardToken } from '../store/board-tokens.ts';
import { boardUser } from './board-user.ts';

export const createBoardToken: Handler<typeof gateway, 'createBoardToken'> = async (
  { name = null, expiresAt },
  { db, actor, now, log },
) => {
  const { id: userId } = boardUser(actor);
  refusePastExpiry(expiresAt, now);
  const id = newId();
  const { token, lookup, secretHash } = makeToken('board');
  const kept = { id, name, createdAt: now, expiresAt: expiresAt ?? null };
  await insertBoardToken(db, { ...kept, userId, lookup, secretHash });
  log.info({ tokenId: id, userId }, 'a board token was made');
  return { ...kept, token };
};
