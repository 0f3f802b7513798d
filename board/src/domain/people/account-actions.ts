/** What was done to an account or to the installation, in words. */
import type { AccountActivity } from '@muster/contracts';

const words: Readonly<Record<AccountActivity['action'], string>> = {
  signed_in: 'signed in',
  sign_in_failed: 'a sign-in failed',
  signed_out: 'signed out',
  sign_in_link_created: 'created a sign-in link',
  session_revoked: 'ended a session',
  password_changed: 'changed the password',
  password_change_failed: 'entered a wrong current password',
  provider_linked: 'linked an identity at the provider',
  token_created: 'created a token',
  token_revoked: 'revoked a token',
  environment_token_set: 'the environment token was set',
  user_invited: 'invited a person to the installation',
  invitation_revoked: 'revoked an invitation',
  user_created: 'got an account',
  user_disabled: 'disabled the account',
  user_enabled: 'enabled the account',
  admin_granted: 'granted administrator rights',
  admin_revoked: 'removed administrator rights',
};

const ways: Readonly<Record<NonNullable<AccountActivity['method']>, string>> = {
  password: 'with a password',
  token: 'with a token',
  link: 'with a link',
  provider: 'at the identity provider',
};

/** A newer release of the server may know actions that this page does not. */
export const wordOfAction = ({ action }: Pick<AccountActivity, 'action'>): string =>
  (words as Readonly<Record<string, string>>)[action] ?? action.replaceAll('_', ' ');

/** By what the person signed in, or tried to; undefined where that is no question. */
export const wayOfAction = ({
  action,
  method,
}: Pick<AccountActivity, 'action' | 'method'>): string | undefined =>
  action === 'provider_linked' || method === null
    ? undefined
    : (ways as Readonly<Record<string, string>>)[method];

/** Whose account it was, where another acted on it. */
export const accountOfAction = ({
  actorId,
  userId,
  userName,
}: AccountActivity): string | undefined =>
  userId === null || actorId === userId ? undefined : (userName ?? 'a former user');
