import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { decodeHash } from '../../upstream/secret-hash.ts';
import { getOpenInvite } from '../store/invites.ts';

export const readInvite: Handler<typeof gateway, 'readInvite'> = async ({ tokenHash }, { db }) => {
  const { companyId, companyName, agentMessage, expiresAt } = await getOpenInvite(
    db,
    decodeHash(tokenHash),
  );
  return { companyId, companyName, agentMessage, expiresAt };
};
