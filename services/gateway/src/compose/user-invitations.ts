/** An invitation, for whoever has its token and nothing else. */
import { gateway, Refusal, type Actor } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { openInvitation } from '../auth/open-invitation.ts';
import { ask } from './ask.ts';
import type { ComposedCall } from './composed-calls.ts';

const self: Actor = { type: 'service', id: 'gateway', name: 'gateway' };

export const getUserInvitation = ({ db }: Runtime): ComposedCall => async ({ token }) => {
  const invitation = await openInvitation(db, String(token));
  if (!invitation) throw new Refusal('token_not_found');
  const { email, name, companyId, expiresAt } = invitation;
  return { body: JSON.stringify({ email, name, companyId, expiresAt }) };
};

export const acceptUserInvitation = ({ rpc }: Runtime): ComposedCall => (input, onBehalf) =>
  ask(rpc, gateway, 'acceptInvitation', input, { ...onBehalf, actor: self });
