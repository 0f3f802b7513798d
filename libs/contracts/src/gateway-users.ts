/** Board users, and what each of them holds: tokens and sessions. */
import { z } from 'zod';
import { operation } from './define.ts';
import {
  BoardToken, Email, KeyName, NewBoardToken, NewUserInvitation, PersonName, Session, User,
} from './gateway-records.ts';
import { page, PathId, Timestamp } from './vocabulary.ts';

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
  listUsers: operation({
    http: 'GET /api/users',
    summary: 'All users, the oldest first. Instance admins only.',
    who: ['board'],
    needs: 'instance_admin',
    input: z.object({ ...page }),
    output: z.array(User),
    paged: true,
    refusals: [],
  }),
  changeUser: operation({
    http: 'PATCH /api/users/:userId',
    summary: 'Make a user an instance admin or not, or shut it out. Instance admins only.',
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
    summary: 'Make a token that is you. It is shown this once.',
    who: ['board'],
    aboutCaller: true,
    status: 201,
    input: z.object({ name: KeyName.optional(), expiresAt: Timestamp.optional() }),
    output: NewBoardToken,
    refusals: ['expiry_in_the_past', 'answer_shown_once'],
    secretAnswer: true,
  }),
  listBoardTokens: operation({
    http: 'GET /api/board-tokens',
    summary: 'Your own tokens, the newest first.',
    who: ['board'],
    aboutCaller: true,
    input: z.object({}),
    output: z.array(BoardToken),
    refusals: [],
  }),
  revokeBoardToken: operation({
    http: 'DELETE /api/board-tokens/:tokenId',
    summary: 'Revoke a token of your own.',
    who: ['board'],
    aboutCaller: true,
    input: z.object({ tokenId: PathId }),
    output: BoardToken,
    refusals: ['token_not_found'],
  }),
  listSessions: operation({
    http: 'GET /api/sessions',
    summary: 'Where you are signed in, the newest first.',
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
    input: z.object({ sessionId: PathId }),
    output: Session,
    refusals: ['session_not_found'],
  }),
} as const;
