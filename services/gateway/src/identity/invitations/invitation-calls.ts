/** Composed operations on user invitations, for a person with its token or with an account. */
import { gateway, Refusal, type OwnInvitation } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { asAnonymous } from '../../upstream/anonymous-caller.ts';
import { ask } from '../../upstream/ask.ts';
import type { ComposedCall } from '../../upstream/composed-call.ts';
import { encodeHash, hashSecret } from '../../upstream/secret-hash.ts';
import { gatewayConfigOf } from '../../config.ts';
import { listOpenInvitationsTo, type OpenInvitation } from '../store/user-invitations.ts';
import { findUser } from '../store/users.ts';
import { isOfCompany, type CompanyInvitation } from './join-company.ts';
import { isStillValid } from './still-valid.ts';
import type { Passwords } from '../sign-in/passwords.ts';
import { findInvitationByToken } from './find-invitation.ts';

/**
 * Long enough for a replica that has to hash the password again; below the longest wait of a
 * draining server for its requests.
 */
const ACCEPT_DEADLINE_MS = 9_000;

export const invitationCalls = (runtime: Runtime, { hashOnce }: Passwords) => {
  const { db, rpc } = runtime;
  const { MUSTER_INVITERS: inviters } = gatewayConfigOf(runtime);
  const getUserInvitation: ComposedCall = async ({ token }) => {
    const invitation = await findInvitationByToken(db, String(token), inviters);
    if (!invitation) throw new Refusal('token_not_found');
    const { email, name, companyId, expiresAt } = invitation;
    return { body: JSON.stringify({ email, name, companyId, expiresAt }) };
  };
  const acceptUserInvitation: ComposedCall = async (input, call) => {
    const { token, password } = input as { token: string; password: string };
    const invitation = await findInvitationByToken(db, token, inviters);
    if (invitation) await hashOnce(invitation.id, password);
    return ask(
      rpc,
      gateway,
      'acceptInvitation',
      input,
      asAnonymous(call, encodeHash(hashSecret(token))),
      ACCEPT_DEADLINE_MS,
    );
  };
  const listOwnInvitations: ComposedCall = async (_, { actor }) => {
    const email = (await findUser(db, actor.id))?.email ?? null;
    const open = email === null ? [] : await listOpenInvitationsTo(db, email);
    const valid = open.filter(isOfCompany).filter((one) => isStillValid(one, inviters));
    return { body: JSON.stringify(valid.map(showOwnInvitation)) };
  };
  const acceptOwnInvitation: ComposedCall = ({ invitationId }, call) => {
    const userId = call.actor.id;
    return ask(
      rpc,
      gateway,
      'acceptInvitationOfUser',
      { invitationId, userId },
      asAnonymous(call, encodeHash(hashSecret(userId))),
    );
  };
  return { getUserInvitation, acceptUserInvitation, listOwnInvitations, acceptOwnInvitation };
};

const showOwnInvitation = (invitation: OpenInvitation & CompanyInvitation): OwnInvitation => ({
  id: invitation.id,
  companyId: invitation.companyId,
  role: invitation.role,
  permissions: invitation.permissions,
  invitedByUserId: invitation.invitedByUserId,
  invitedByName: invitation.inviterName,
  createdAt: invitation.createdAt,
  expiresAt: invitation.expiresAt,
});
