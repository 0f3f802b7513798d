import type { gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { makeToken } from '../authentication/token.ts';
import { requireFutureExpiry } from '../domain/expiry.ts';
import { insertBoardToken } from '../store/board-tokens.ts';
import { requireBoardUser } from '../domain/board-user.ts';

export const createBoardToken: Handler<typeof gateway, 'createBoardToken'> = async (
  { name = null, expiresAt },
  { db, actor, now, log },
) => {
  const { id: userId } = requireBoardUser(actor);
  requireFutureExpiry(expiresAt, now);
  const id = newId();
  const { token, lookup, secretHash } = makeToken('board');
  const stored = { id, name, createdAt: now, expiresAt: expiresAt ?? null };
  await insertBoardToken(db, { ...stored, userId, lookup, secretHash });
  log.info({ tokenId: id, userId }, 'board token created');
  return { ...stored, token };
};
