/** A join request as it is shown: to the board whole, to the agent that asked what it may know. */
import { redact, type Joiner, type JoinRequest, type OwnJoinRequest } from '@muster/contracts';

/** The redactor changes values, never the shape. */
export const showJoinRequest = (row: JoinRequest): JoinRequest => ({
  ...row, adapterConfig: redact(row.adapterConfig) as JoinRequest['adapterConfig'],
});

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

/** What is to be made of it. */
export const joinerIn = (row: JoinRequest): Joiner => ({
  name: row.agentName,
  role: row.role,
  title: row.title,
  icon: row.icon,
  capabilities: row.capabilities,
  adapterType: row.adapterType,
  adapterConfig: row.adapterConfig,
});
