/** Operations on users, members, invitations, sessions, board tokens and agent keys. */
import type { RoomOperations } from '../parts.ts';
import { invitationOperations } from './invitation-operations.ts';
import { changeMember } from './operations/change-member.ts';
import { changeUser } from './operations/change-user.ts';
import { createAgentKey } from './operations/create-agent-key.ts';
import { createBoardToken } from './operations/create-board-token.ts';
import { listAgentKeys } from './operations/list-agent-keys.ts';
import { listBoardTokens } from './operations/list-board-tokens.ts';
import { listInstanceActivity } from './operations/list-instance-activity.ts';
import { listMembers } from './operations/list-members.ts';
import { listOwnActivity } from './operations/list-own-activity.ts';
import { listSessions } from './operations/list-sessions.ts';
import { listUserNames } from './operations/list-user-names.ts';
import { listUsers } from './operations/list-users.ts';
import { removeMember } from './operations/remove-member.ts';
import { revokeAgentKey } from './operations/revoke-agent-key.ts';
import { revokeBoardToken } from './operations/revoke-board-token.ts';
import { revokeSession } from './operations/revoke-session.ts';

export const identityOperations = {
  ...invitationOperations,
  changeMember,
  changeUser,
  createAgentKey,
  createBoardToken,
  listAgentKeys,
  listBoardTokens,
  listInstanceActivity,
  listMembers,
  listOwnActivity,
  listSessions,
  listUserNames,
  listUsers,
  removeMember,
  revokeAgentKey,
  revokeBoardToken,
  revokeSession,
} satisfies RoomOperations;
