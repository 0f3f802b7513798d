/** An invitation, for whoever has its token and nothing else. */
import { gateway, Refusal } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { travellingHash } from '../auth/join-secrets.ts';
import { openInvitation } from '../auth/open-invitation.ts';
import { hashOnce } from '../auth/password.ts';
import { ask } from './ask.ts';
import type { ComposedCall } from './composed-calls.ts';
import { forStranger } from './stranger.ts';

/** Where the hash is made again it waits its turn; less than what a closing door waits for. */
const ACCEPT_DEADLINE_MS = 9_000;

export const getUserInvitation = ({ db }: Runtime): ComposedCall => async ({ token }) => {
  const invitation = await openInvitation(db, String(token));
  if (!invitation) throw new Refusal('token_not_found');
  const { email, name, companyId, expiresAt } = invitation;
  return { body: JSON.stringify({ email, name, companyId, expiresAt }) };
};

export const acceptUserInvitation = ({ db, rpc }: Runtime): ComposedCall =>
  async (input, onBehalf) => {
    const { token, password } = input as { token: string; password: string };
    const invitation = await openInvitation(db, token);
    if (invitation) await hashOnce(invitation.id, password);
    return ask(
      rpc, gateway, 'acceptInvitation', input, forStranger(onBehalf, travellingHash(token)),
      ACCEPT_DEADLINE_MS,
    );
  };
