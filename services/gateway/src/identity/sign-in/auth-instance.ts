/**
 * Configures the sign-in library: e-mail and password, an optional OpenID provider, and sessions in
 * the gateway's own tables. Sign-up is disabled; users join by invitation (decision 17). Only this
 * file loads the whole library, and it is loaded for the first sign-in or cookie.
 */
import { PASSWORD_MAX, PASSWORD_MIN } from '@muster/contracts';
import { newId, type Db } from '@muster/service-kit';
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins';
import type { GatewayConfig } from '../../config.ts';
import { insertAccountAction } from '../store/account-activity.ts';
import { ADDRESS_HEADER } from './auth-library-headers.ts';
import type { AuthOptions } from './auth-options.ts';
import { FAILED_PATH, PROVIDER } from './identity-provider.ts';
import type { Passwords } from './passwords.ts';

const times = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

const tables = {
  user: {
    modelName: 'users',
    fields: { ...times, emailVerified: 'email_verified' },
  },
  session: {
    modelName: 'sessions',
    fields: {
      ...times,
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
    },
  },
  account: {
    modelName: 'accounts',
    fields: {
      ...times,
      userId: 'user_id',
      providerId: 'provider_id',
      accountId: 'account_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
    },
  },
  verification: {
    modelName: 'verifications',
    fields: { ...times, expiresAt: 'expires_at' },
  },
} as const;

const emailAndPassword = ({ hash, verify }: Passwords) => ({
  enabled: true,
  disableSignUp: true,
  minPasswordLength: PASSWORD_MIN,
  maxPasswordLength: PASSWORD_MAX,
  password: { hash, verify },
});

export function createAuth(given: AuthOptions) {
  const { runtime, pool, config, baseUrl, passwords, cookies, secret } = given;
  const options = {
    appName: 'Muster',
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret,
    database: pool,
    user: tables.user,
    session: {
      ...tables.session,
      expiresIn: config.SESSION_HOURS * 3_600,
      // Reading a session never extends it: it ends at the time it was given.
      disableSessionRefresh: true,
    },
    verification: tables.verification,
    account: {
      ...tables.account,
      // Only its signed-in user links an identity; an equal e-mail address proves nothing.
      accountLinking: {
        disableImplicitLinking: true,
        allowDifferentEmails: true,
        trustedProviders: [PROVIDER],
      },
    },
    emailAndPassword: emailAndPassword(passwords),
    // The gateway checks limits, origins and methods; requests reach the library through it only.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => newId() },
      cookiePrefix: cookies.prefix,
      useSecureCookies: false,
      defaultCookieAttributes: {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure: cookies.secure,
      },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    databaseHooks: {
      account: {
        create: { before: dropTokens, after: (account) => noteLink(runtime.db, account) },
        update: { before: dropTokens },
      },
    },
    onAPIError: { errorURL: `${baseUrl}${FAILED_PATH}` },
    telemetry: { enabled: false },
    logger: loggerOf(runtime),
    plugins: pluginsOf(config),
  } satisfies BetterAuthOptions;
  return betterAuth(options);
}

/** The provider only identifies users, so its access and refresh tokens are not stored. */
const dropTokens = <Account extends object>(account: Account) =>
  Promise.resolve({
    data: { ...account, accessToken: null, refreshToken: null, idToken: null },
  });

/** Users are not made by the library, nor are their passwords: a new account is an identity that was linked. */
const noteLink = (db: Db, { userId }: { userId: string }): Promise<void> =>
  insertAccountAction(db, { action: 'provider_linked', userId, method: 'provider' });

/** Logs the library's messages and errors, never its other arguments: they may hold secrets. */
const loggerOf = ({ log }: AuthOptions['runtime']): BetterAuthOptions['logger'] => ({
  log(level, message, ...more) {
    const err = more.find((one) => one instanceof Error);
    log[level === 'error' ? 'warn' : 'debug']({ err, detail: message }, 'sign-in library message');
  },
});

function pluginsOf(config: GatewayConfig) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = config;
  if (!issuer || !clientId || !secret) return [];
  return [
    genericOAuth({
      config: [
        {
          providerId: PROVIDER,
          discoveryUrl: `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
          clientId,
          clientSecret: secret,
          scopes: ['openid', 'email', 'profile'],
          pkce: true,
          requireIdTokenVerification: true,
          disableSignUp: true,
          disableImplicitSignUp: true,
          disableProviderLogout: true,
          // Subjects are unique per issuer only, so the issuer is a part of the account id.
          accountSubject: ({ profile }) => `${issuer} ${String(profile.sub)}`,
        },
      ],
    }),
  ];
}
