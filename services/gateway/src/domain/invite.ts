/** Invites: who makes them, and how long they and what is asked with them last. */
import { Refusal, type AgentRole, type Invite, type InviteStatus } from '@muster/contracts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Long enough to hand an invite to an agent that waits for it, too short to leave it lying. */
const INVITE_MS = 10 * MINUTE_MS;
/** A board looks in once a week; so long a request waits, and so long after that its key. */
const JOIN_MS = 7 * DAY_MS;

const later = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

export const inviteExpiry = (now: string): string => later(now, INVITE_MS);
export const joinExpiry = (now: string): string => later(now, JOIN_MS);

/** Of the agents only the CEO brings others in. */
export function checkInvitingAgent(role: AgentRole): void {
  if (role !== 'ceo') throw new Refusal('ceo_only');
}

/** An invite as it is stored. */
export type InviteRow = Omit<Invite, 'status'>;

export const showInvite = (row: InviteRow, now: string): Invite => ({
  ...row, status: inviteStatus(row, now),
});

export function inviteStatus(
  { usedAt, revokedAt, expiresAt }: InviteRow,
  now: string,
): InviteStatus {
  if (usedAt !== null) return 'used';
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'open';
}
