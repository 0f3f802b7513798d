import type { gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { narrows } from '../../upstream/domain/token-limits.ts';
import { makeToken } from '../authentication/token.ts';
import { requireBoardUser } from '../domain/board-user.ts';
import { requireFutureExpiry } from '../domain/expiry.ts';
import { requireSensibleLimits } from '../domain/token-limits.ts';
import { requireOwnCompanies } from '../require-own-companies.ts';
import { insertAccountAction } from '../store/account-activity.ts';
import { insertBoardToken } from '../store/board-tokens.ts';

export const createBoardToken: Handler<typeof gateway, 'createBoardToken'> = async (
  { name = null, expiresAt, companies = null, readOnly = false, mayDecide = null },
  { db, actor, now, log },
) => {
  const user = requireBoardUser(actor);
  requireFutureExpiry(expiresAt, now);
  const ids = companies?.map((id) => id.toLowerCase()) ?? null;
  const limits = { companies: ids, readOnly, mayDecide };
  requireSensibleLimits(user, limits);
  await requireOwnCompanies(db, user, limits);
  const id = newId();
  const { token, lookup, secretHash } = makeToken(narrows(limits) ? 'limited' : 'board');
  const stored = { id, name, createdAt: now, expiresAt: expiresAt ?? null, ...limits };
  await insertBoardToken(db, { ...stored, userId: user.id, lookup, secretHash });
  await insertAccountAction(db, { action: 'token_created', userId: user.id, subjectId: id });
  log.info({ tokenId: id, userId: user.id }, 'board token created');
  return { ...stored, token };
};
