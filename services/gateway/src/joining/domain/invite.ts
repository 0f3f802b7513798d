/** Agent invites: who creates them, their status, and when they and join requests expire. */
import { Refusal, type AgentRole, type Invite, type InviteStatus } from '@muster/contracts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Long enough to hand the invite to a waiting agent, too short to be found later. */
const INVITE_MS = 10 * MINUTE_MS;
/** The board decides within a week; the agent then has another week to claim its key. */
const JOIN_MS = 7 * DAY_MS;

const later = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

export const inviteExpiry = (now: string): string => later(now, INVITE_MS);
export const joinExpiry = (now: string): string => later(now, JOIN_MS);

/** The CEO is the only agent that may invite. */
export function requireCeo(role: AgentRole): void {
  if (role !== 'ceo') throw new Refusal('ceo_only');
}

/** An invite as it is stored: its status follows from its times. */
export type InviteRow = Omit<Invite, 'status'>;

export function inviteStatus(
  { usedAt, revokedAt, expiresAt }: InviteRow,
  now: string,
): InviteStatus {
  if (usedAt !== null) return 'used';
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'open';
}
