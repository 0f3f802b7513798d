/** Actions on accounts and on the installation, which belong to no company and its log of events. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { Id, page, Timestamp } from '../vocabulary.ts';

export const ACCOUNT_ACTIONS = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'sign_in_link_created',
  'session_revoked',
  'password_changed',
  'password_change_failed',
  'provider_linked',
  'token_created',
  'token_revoked',
  'environment_token_set',
  'user_invited',
  'invitation_revoked',
  'user_created',
  'user_disabled',
  'user_enabled',
  'admin_granted',
  'admin_revoked',
] as const;

export const SIGN_IN_METHODS = ['password', 'token', 'link', 'provider'] as const;

export const AccountActivity = z.object({
  id: Id,
  action: z.enum(ACCOUNT_ACTIONS),
  userId: Id.nullable(),
  userName: z.string().nullable(),
  actorId: Id.nullable(),
  actorName: z.string().nullable(),
  method: z.enum(SIGN_IN_METHODS).nullable(),
  subjectId: Id.nullable(),
  address: z.string().nullable(),
  createdAt: Timestamp,
});

export const accountActivityOperations = {
  listInstanceActivity: operation({
    http: 'GET /api/instance/activity',
    summary:
      'Actions on accounts and on the installation, newest first, for 400 days. Instance admins only.',
    who: ['board'],
    needs: 'instance_admin',
    input: z.object({
      ...page,
      userId: Id.optional(),
    }),
    output: z.array(AccountActivity),
    paged: true,
    refusals: [],
  }),
  listOwnActivity: operation({
    http: 'GET /api/me/activity',
    summary: 'Actions on your own account, newest first, for 400 days.',
    who: ['board'],
    aboutCaller: true,
    input: z.object({ ...page }),
    output: z.array(AccountActivity),
    paged: true,
    refusals: [],
  }),
} as const;

export type AccountActivity = z.output<typeof AccountActivity>;
export type AccountAction = AccountActivity['action'];
export type SignInMethod = NonNullable<AccountActivity['method']>;
