/** Board users with their tokens and sessions. */
import { z } from 'zod';
import { operation } from '../define.ts';
import {
  BoardToken,
  Email,
  KeyName,
  NewBoardToken,
  NewUserInvitation,
  PersonName,
  Session,
  tokenLimits,
  User,
  UserInvitation,
} from './records.ts';
import { page, PathId, Timestamp } from '../vocabulary.ts';

export const userOperations = {
  inviteUser: operation({
    http: 'POST /api/users',
    summary: 'Invite a person to the instance, without a company. Instance admins only.',
    who: ['board'],
    aboutCaller: true,
    needs: 'instance_admin',
    status: 201,
    input: z.object({
      email: Email,
      name: PersonName.optional(),
      instanceAdmin: z.boolean().default(false),
    }),
    output: NewUserInvitation,
    refusals: ['email_taken', 'answer_shown_once'],
    secretAnswer: true,
  }),
  listInstanceInvitations: operation({
    http: 'GET /api/instance-invitations',
    summary: 'The invitations to the instance, newest first. Instance admins only.',
    who: ['board'],
    needs: 'instance_admin',
    input: z.object({ ...page }),
    output: z.array(UserInvitation),
    paged: true,
    refusals: [],
  }),
  revokeInstanceInvitation: operation({
    http: 'DELETE /api/instance-invitations/:invitationId',
    summary: 'Revoke an invitation to the instance. Instance admins only.',
    who: ['board'],
    aboutCaller: true,
    needs: 'instance_admin',
    input: z.object({ invitationId: PathId }),
    output: UserInvitation,
    refusals: ['invitation_not_found', 'invitation_already_used'],
  }),
  listUsers: operation({
    http: 'GET /api/users',
    summary: 'All users, oldest first. Instance admins only.',
    who: ['board'],
    needs: 'instance_admin',
    input: z.object({ ...page }),
    output: z.array(User),
    paged: true,
    refusals: [],
  }),
  changeUser: operation({
    http: 'PATCH /api/users/:userId',
    summary:
      'Grant or revoke the rights of an instance admin, or disable a user. Instance admins only.',
    who: ['board'],
    aboutCaller: true,
    needs: 'instance_admin',
    input: z.object({
      userId: PathId,
      instanceAdmin: z.boolean().optional(),
      disabled: z.boolean().optional(),
    }),
    output: User,
    refusals: ['user_not_found', 'user_of_the_environment'],
  }),
  createBoardToken: operation({
    http: 'POST /api/board-tokens',
    summary:
      'Create a board token of your own, with limits if a program or a model is to hold it. The ' +
      'token is shown only once.',
    who: ['board'],
    aboutCaller: true,
    status: 201,
    changesAccount: true,
    input: z
      .object({ name: KeyName.optional(), expiresAt: Timestamp.optional() })
      .extend(z.object(tokenLimits).partial().shape),
    output: NewBoardToken,
    refusals: ['expiry_in_the_past', 'answer_shown_once', 'limited_token_refused'],
    secretAnswer: true,
  }),
  listBoardTokens: operation({
    http: 'GET /api/board-tokens',
    summary: 'Your own board tokens, newest first.',
    who: ['board'],
    aboutCaller: true,
    input: z.object({}),
    output: z.array(BoardToken),
    refusals: [],
  }),
  revokeBoardToken: operation({
    http: 'DELETE /api/board-tokens/:tokenId',
    summary: 'Revoke a board token of your own.',
    who: ['board'],
    aboutCaller: true,
    changesAccount: true,
    input: z.object({ tokenId: PathId }),
    output: BoardToken,
    refusals: ['token_not_found', 'limited_token_refused'],
  }),
  listSessions: operation({
    http: 'GET /api/sessions',
    summary: 'Your own sessions, newest first.',
    who: ['board'],
    aboutCaller: true,
    input: z.object({}),
    output: z.array(Session),
    refusals: [],
  }),
  revokeSession: operation({
    http: 'DELETE /api/sessions/:sessionId',
    summary: 'End a session of your own.',
    who: ['board'],
    aboutCaller: true,
    changesAccount: true,
    input: z.object({ sessionId: PathId }),
    output: Session,
    refusals: ['session_not_found', 'limited_token_refused'],
  }),
} as const;
