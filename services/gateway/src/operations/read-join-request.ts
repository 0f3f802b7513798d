import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { hashThatTravelled } from '../auth/join-secrets.ts';
import { showOwnJoinRequest } from '../domain/join-request.ts';
import { getOwnJoinRequest } from '../store/join-requests.ts';

export const readJoinRequest: Handler<typeof gateway, 'readJoinRequest'> = async (
  { joinRequestId, claimHash },
  { db },
) => showOwnJoinRequest(
  await getOwnJoinRequest(db, { joinRequestId, claimHash: hashThatTravelled(claimHash) }),
);
