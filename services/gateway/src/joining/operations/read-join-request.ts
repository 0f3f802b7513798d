import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { decodeHash } from '../../upstream/secret-hash.ts';
import { showOwnJoinRequest } from '../views.ts';
import { getOwnJoinRequest } from '../store/join-requests.ts';

export const readJoinRequest: Handler<typeof gateway, 'readJoinRequest'> = async (
  { joinRequestId, claimHash },
  { db },
) =>
  showOwnJoinRequest(
    await getOwnJoinRequest(db, { joinRequestId, claimHash: decodeHash(claimHash) }),
  );
