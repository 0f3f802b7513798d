/** Answers from rows of invites and join requests. */
import { redact, type Invite, type JoinRequest, type OwnJoinRequest } from '@muster/contracts';
import { inviteStatus, type InviteRow } from './domain/invite.ts';

export const showInvite = (row: InviteRow, now: string): Invite => ({
  ...row,
  status: inviteStatus(row, now),
});

/** As the board sees it: everything, with secrets redacted. Redaction keeps the shape. */
export const showJoinRequest = (row: JoinRequest): JoinRequest => ({
  ...row,
  adapterConfig: redact(row.adapterConfig) as JoinRequest['adapterConfig'],
});

/** As the requesting agent sees it. */
export const showOwnJoinRequest = (row: JoinRequest): OwnJoinRequest => ({
  id: row.id,
  companyId: row.companyId,
  status: row.status,
  agentId: row.agentId,
  agentName: row.agentName,
  decisionNote: row.decisionNote,
  expiresAt: row.expiresAt,
  createdAt: row.createdAt,
});
