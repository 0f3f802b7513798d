import type { JoinRequestStatus } from '@muster/contracts';

export const joinerWords: Readonly<Record<JoinRequestStatus, string>> = {
  pending: 'waits for the board',
  approved: 'approved, has not claimed its key yet',
  rejected: 'rejected',
  claimed: 'joined',
  expired: 'not decided in time',
};
