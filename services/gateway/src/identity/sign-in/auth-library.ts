/**
 * Configures the sign-in library: e-mail and password, an optional OpenID provider, and sessions in
 * the gateway's own tables. Sign-up is disabled; users join by invitation (decision 17).
 */
import { PASSWORD_MAX, PASSWORD_MIN } from '@muster/contracts';
import { newId, ownKeysOf, type Runtime } from '@muster/service-kit';
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins';
import type { GatewayConfig } from '../../config.ts';
import { openSignInPool } from '../store/sign-in-pool.ts';
import { ADDRESS_HEADER } from './auth-library-headers.ts';
import type { Passwords } from './passwords.ts';

/** Id of the only identity provider; a segment of the callback path. */
export const PROVIDER = 'oidc';
/** The library redirects here when the provider refuses; the gateway turns it into a refusal. */
export const FAILED_PATH = '/api/auth/failed';

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

export type AuthLibrary = ReturnType<typeof openAuthLibrary>;

export interface AuthLibraryOptions {
  readonly config: GatewayConfig;
  readonly baseUrl: string;
  readonly passwords: Passwords;
}

export function openAuthLibrary(
  runtime: Runtime,
  { config, baseUrl, passwords }: AuthLibraryOptions,
) {
  const pool = openSignInPool(runtime.pool, runtime.log);
  const isSecure = baseUrl.startsWith('https:');
  const options = {
    appName: 'Muster',
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret: ownKeysOf(runtime.config, 'session')[0].toString('base64url'),
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
      // `__Host-` binds the cookie to this host; browsers accept it over https only.
      cookiePrefix: isSecure ? '__Host-muster' : 'muster',
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    databaseHooks: {
      account: { create: { before: dropTokens }, update: { before: dropTokens } },
    },
    onAPIError: { errorURL: `${baseUrl}${FAILED_PATH}` },
    telemetry: { enabled: false },
    logger: loggerOf(runtime),
    plugins: pluginsOf(config),
  } satisfies BetterAuthOptions;
  return {
    auth: betterAuth(options),
    cookieName: `${options.advanced.cookiePrefix}.session_token`,
    close: () => pool.end(),
  };
}

/** The provider only identifies users, so its access and refresh tokens are not stored. */
const dropTokens = <Account extends object>(account: Account) =>
  Promise.resolve({
    data: { ...account, accessToken: null, refreshToken: null, idToken: null },
  });

/** Logs the library's messages and errors, never its other arguments: they may hold secrets. */
const loggerOf = ({ log }: Runtime): BetterAuthOptions['logger'] => ({
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
