/** Who belongs to a company, and who is invited to. */
import { z } from 'zod';
import { event, operation } from './define.ts';
import {
  Email, Member, NewUserInvitation, Password, PersonName, User, UserInvitation,
} from './gateway-records.ts';
import { Id, ifVersion, MemberRole, page, PathId, Permission } from './vocabulary.ts';

const permissions = z.array(Permission).max(Permission.options.length);
/** In a path; one that nobody made names nothing, whatever it looks like. */
const PathToken = z.string();

export const memberOperations = {
  addMember: operation({
    http: 'POST /api/companies/:companyId/members',
    summary: 'Add a user to a company, or invite a person who is none yet.',
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
    /** A user is a member at once; anybody else gets an invitation. */
    output: z.object({
      member: Member.nullable(),
      invitation: NewUserInvitation.nullable(),
    }),
    refusals: ['already_a_member', 'grants_more_than_held', 'answer_shown_once'],
    says: ['member.added', 'user_invitation.created'],
    settles: { issues: {} },
    secretAnswer: true,
  }),
  listMembers: operation({
    http: 'GET /api/companies/:companyId/members',
    summary: 'The members of a company, the oldest first.',
    who: ['board'],
    input: z.object({ companyId: PathId, ...page }),
    output: z.array(Member),
    paged: true,
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
    says: ['member.changed'],
  }),
  removeMember: operation({
    http: 'DELETE /api/companies/:companyId/members/:userId',
    summary: 'Take a member out of a company.',
    who: ['board'],
    needs: 'owner',
    input: z.object({ companyId: PathId, userId: PathId }),
    output: Member,
    refusals: ['user_not_found', 'last_owner'],
    says: ['member.removed'],
  }),
  listUserInvitations: operation({
    http: 'GET /api/companies/:companyId/user-invitations',
    summary: 'Whom the company has invited, the newest first.',
    who: ['board'],
    input: z.object({ companyId: PathId, ...page }),
    output: z.array(UserInvitation),
    paged: true,
    refusals: [],
  }),
  revokeUserInvitation: operation({
    http: 'DELETE /api/companies/:companyId/user-invitations/:invitationId',
    summary: 'Take an invitation back.',
    who: ['board'],
    needs: 'invite',
    input: z.object({ companyId: PathId, invitationId: PathId }),
    output: UserInvitation,
    refusals: ['invitation_not_found', 'invitation_already_used'],
    says: ['user_invitation.revoked'],
  }),
  acceptInvitation: operation({
    kind: 'write',
    summary: 'Make a user of somebody who was invited.',
    who: ['service'],
    input: z.object({ token: PathToken, name: PersonName.optional(), password: Password }),
    output: z.object({ user: User, companyId: Id.nullable() }),
    refusals: ['token_not_found'],
    says: ['member.added', 'user_invitation.accepted'],
  }),
} as const;

/** Accepting is for people without a credential; the gateway asks itself on their behalf. */
export const invitationRoutes = {
  getUserInvitation: operation({
    http: 'GET /api/user-invitations/:token',
    summary: 'What one is invited to.',
    who: ['public'],
    guessable: true,
    input: z.object({ token: PathToken }),
    output: UserInvitation.pick({ email: true, name: true, companyId: true, expiresAt: true }),
    refusals: ['token_not_found'],
  }),
  acceptUserInvitation: operation({
    http: 'POST /api/user-invitations/:token/accept',
    summary: 'Become a user, with a password of your own. Sign in afterwards.',
    who: ['public'],
    guessable: true,
    status: 201,
    input: memberOperations.acceptInvitation.input,
    output: memberOperations.acceptInvitation.output,
    refusals: memberOperations.acceptInvitation.refusals,
    says: memberOperations.acceptInvitation.says,
  }),
} as const;

const memberEvent = (summary: string) =>
  event({
    entity: 'member',
    version: 1,
    summary,
    payload: Member.pick({ userId: true, name: true, role: true, permissions: true }),
  });

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
  'member.added': memberEvent('A user has become a member of the company.'),
  'member.changed': memberEvent('A member has another role or other permissions.'),
  'member.removed': memberEvent('A user is no longer a member of the company.'),
  'user_invitation.created': invitationEvent('A person was invited to the company.'),
  'user_invitation.accepted': invitationEvent('An invited person has become a user.'),
  'user_invitation.revoked': invitationEvent('An invitation was taken back.'),
} as const;
