/** Members of a company, and invitations of people to become members. */
import { z } from 'zod';
import { event, operation } from '../define.ts';
import {
  Email,
  Member,
  NewUserInvitation,
  OwnInvitation,
  Password,
  PersonName,
  User,
  UserInvitation,
} from './records.ts';
import { Id, ifVersion, MemberRole, page, PathId, Permission } from '../vocabulary.ts';

const permissions = z.array(Permission).max(Permission.options.length);
/** A token in a path, of any shape: a malformed token is as unknown as a wrong one. */
const PathToken = z.string();

/** Ids in one request: they are a part of an address. */
export const USER_NAMES_MAX = 100;

export const memberOperations = {
  addMember: operation({
    http: 'POST /api/companies/:companyId/members',
    summary: 'Invite a person to a company; the person becomes a member by accepting.',
    who: ['board'],
    needs: 'invite',
    status: 201,
    input: z.object({
      companyId: PathId,
      email: Email,
      name: PersonName.optional(),
      role: MemberRole.default('operator'),
      permissions: permissions.default([]),
    }),
    /** `member` is always null: clients of former releases read it. */
    output: z.object({
      member: Member.nullable(),
      invitation: NewUserInvitation.nullable(),
    }),
    refusals: ['already_a_member', 'grants_more_than_held', 'answer_shown_once'],
    emits: ['user_invitation.created'],
    secretAnswer: true,
  }),
  listMembers: operation({
    http: 'GET /api/companies/:companyId/members',
    summary: 'The members of a company, oldest first.',
    who: ['board'],
    input: z.object({ companyId: PathId, ...page }),
    output: z.array(Member),
    paged: true,
    refusals: [],
  }),
  listUserNames: operation({
    http: 'GET /api/companies/:companyId/user-names',
    summary:
      'Names of members of a company and of instance admins, by their ids; others are left out.',
    who: ['agent', 'board'],
    input: z.object({ companyId: PathId, userIds: z.array(Id).min(1).max(USER_NAMES_MAX) }),
    output: z.array(z.object({ id: Id, name: z.string() })),
    refusals: [],
  }),
  changeMember: operation({
    http: 'PATCH /api/companies/:companyId/members/:userId',
    summary: 'Change the role or the permissions of a member.',
    who: ['board'],
    needs: 'owner',
    input: z.object({
      companyId: PathId,
      userId: PathId,
      role: MemberRole.optional(),
      permissions: permissions.optional(),
      ...ifVersion,
    }),
    output: Member,
    refusals: ['user_not_found', 'last_owner'],
    emits: [
      'member.changed',
      'user_invitation.revoked',
      'key.revoked',
      'invite.revoked',
      'webhook.changed',
    ],
  }),
  removeMember: operation({
    http: 'DELETE /api/companies/:companyId/members/:userId',
    summary: 'Remove a member from a company.',
    who: ['board'],
    needs: 'owner',
    input: z.object({ companyId: PathId, userId: PathId }),
    output: Member,
    refusals: ['user_not_found', 'last_owner'],
    emits: [
      'member.removed',
      'user_invitation.revoked',
      'key.revoked',
      'invite.revoked',
      'webhook.changed',
    ],
  }),
  listUserInvitations: operation({
    http: 'GET /api/companies/:companyId/user-invitations',
    summary: 'The user invitations of a company, newest first.',
    who: ['board'],
    input: z.object({ companyId: PathId, ...page }),
    output: z.array(UserInvitation),
    paged: true,
    refusals: [],
  }),
  revokeUserInvitation: operation({
    http: 'DELETE /api/companies/:companyId/user-invitations/:invitationId',
    summary: 'Revoke a user invitation.',
    who: ['board'],
    needs: 'invite',
    input: z.object({ companyId: PathId, invitationId: PathId }),
    output: UserInvitation,
    refusals: ['invitation_not_found', 'invitation_already_used'],
    emits: ['user_invitation.revoked'],
  }),
  acceptInvitation: operation({
    kind: 'write',
    summary: 'Create the user for an accepted invitation.',
    who: ['service'],
    input: z.object({ token: PathToken, name: PersonName.optional(), password: Password }),
    output: z.object({ user: User, companyId: Id.nullable() }),
    refusals: ['token_not_found', 'account_exists'],
    emits: ['member.added', 'user_invitation.accepted'],
  }),
  acceptInvitationOfUser: operation({
    kind: 'write',
    summary: 'Make a user a member, who has accepted the invitation to its address.',
    who: ['service'],
    input: z.object({ invitationId: PathId, userId: Id }),
    output: Member,
    refusals: ['invitation_not_found'],
    emits: ['member.added', 'user_invitation.accepted'],
  }),
} as const;

/** A person without an account has no credential: the gateway calls its own operation for them. */
export const invitationRoutes = {
  getUserInvitation: operation({
    http: 'GET /api/user-invitations/:token',
    summary: 'The invitation of a token.',
    who: ['public'],
    guessable: true,
    input: z.object({ token: PathToken }),
    output: UserInvitation.pick({ email: true, name: true, companyId: true, expiresAt: true }),
    refusals: ['token_not_found'],
  }),
  acceptUserInvitation: operation({
    http: 'POST /api/user-invitations/:token/accept',
    summary: 'Accept an invitation and choose a password. Sign in afterwards.',
    who: ['public'],
    guessable: true,
    status: 201,
    input: memberOperations.acceptInvitation.input,
    output: memberOperations.acceptInvitation.output,
    refusals: memberOperations.acceptInvitation.refusals,
    emits: memberOperations.acceptInvitation.emits,
  }),
  listOwnInvitations: operation({
    http: 'GET /api/invitations',
    summary: 'The open invitations to your own address, newest first.',
    who: ['board'],
    aboutCaller: true,
    input: z.object({}),
    output: z.array(OwnInvitation),
    refusals: [],
  }),
  acceptOwnInvitation: operation({
    http: 'POST /api/invitations/:invitationId/accept',
    summary: 'Accept an invitation to your own address: you become a member of its company.',
    who: ['board'],
    aboutCaller: true,
    changesAccount: true,
    input: z.object({ invitationId: PathId }),
    output: memberOperations.acceptInvitationOfUser.output,
    refusals: [...memberOperations.acceptInvitationOfUser.refusals, 'limited_token_refused'],
    emits: memberOperations.acceptInvitationOfUser.emits,
    settles: { issues: {} },
  }),
} as const;

const memberFields = Member.pick({ userId: true, name: true, role: true, permissions: true });

const memberEvent = (summary: string) =>
  event({ entity: 'member', version: 1, summary, payload: memberFields });

const invitationEvent = (summary: string) =>
  event({
    entity: 'user_invitation',
    version: 1,
    summary,
    payload: z.object({
      invitationId: Id,
      role: MemberRole.nullable(),
      permissions: z.array(Permission),
    }),
  });

export const memberEvents = {
  'member.added': memberEvent('A user became a member of the company.'),
  'member.changed': event({
    entity: 'member',
    version: 1,
    summary:
      'The role or the permissions of a member changed, or a user has no right here any more.',
    /** `ended`: disabled, or an admin of the instance no more who is no member; the role is the one it had. */
    payload: memberFields.extend({ ended: z.boolean().optional() }),
  }),
  'member.removed': memberEvent('A member was removed from the company.'),
  'user_invitation.created': invitationEvent('A person was invited to the company.'),
  'user_invitation.accepted': invitationEvent('An invited person became a user.'),
  'user_invitation.revoked': invitationEvent('An invitation was revoked.'),
} as const;
