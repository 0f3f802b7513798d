/** Operations by which agents from outside join: invites, join requests, claims of keys. */
import type { RoomOperations } from '../parts.ts';
import { approveJoinRequest } from './operations/approve-join-request.ts';
import { issueInvite } from './operations/issue-invite.ts';
import { listInvites } from './operations/list-invites.ts';
import { listJoinRequests } from './operations/list-join-requests.ts';
import { readInvite } from './operations/read-invite.ts';
import { readJoinRequest } from './operations/read-join-request.ts';
import { redeemClaim } from './operations/redeem-claim.ts';
import { redeemInvite } from './operations/redeem-invite.ts';
import { rejectJoinRequest } from './operations/reject-join-request.ts';
import { revokeInvite } from './operations/revoke-invite.ts';

export const joiningOperations = {
  approveJoinRequest,
  issueInvite,
  listInvites,
  listJoinRequests,
  readInvite,
  readJoinRequest,
  redeemClaim,
  redeemInvite,
  rejectJoinRequest,
  revokeInvite,
} satisfies RoomOperations;
