import type { JoinRequestStatus } from '@muster/contracts';

export const joinerWords: Readonly<Record<JoinRequestStatus, string>> = {
  pending: 'waits for the board',
  approved: 'approved, key not claimed yet',
  rejected: 'rejected',
  claimed: 'joined',
  expired: 'not decided in time',
};
