/**
 * The sign-in library, configured: e-mail and password, one OpenID provider where there is one,
 * sessions in our own tables. Nobody signs up; users come by invitation (decision 17).
 */
import { deriveKey, newId, type Runtime } from '@muster/service-kit';
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins';
import { PASSWORD_MAX, PASSWORD_MIN } from '@muster/contracts';
import type { GatewayConfig } from '../config.ts';
import { openSignInPool } from '../store/sign-in-pool.ts';
import { ADDRESS_HEADER } from './library-headers.ts';
import { hashPassword, verifyPassword } from './password.ts';

/** The one identity provider; a part of the path that it sends people back to. */
export const PROVIDER = 'oidc';
/** The library sends people here when a provider does not let them in; nobody ever sees it. */
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
      ...times, userId: 'user_id', expiresAt: 'expires_at', ipAddress: 'ip_address',
      userAgent: 'user_agent',
    },
  },
  account: {
    modelName: 'accounts',
    fields: {
      ...times, userId: 'user_id', providerId: 'provider_id', accountId: 'account_id',
      accessToken: 'access_token', refreshToken: 'refresh_token', idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
    },
  },
  verification: {
    modelName: 'verifications',
    fields: { ...times, expiresAt: 'expires_at' },
  },
} as const;

const passwords = {
  enabled: true,
  disableSignUp: true,
  minPasswordLength: PASSWORD_MIN,
  maxPasswordLength: PASSWORD_MAX,
  password: { hash: hashPassword, verify: verifyPassword },
};

export type SignInLibrary = ReturnType<typeof openSignInLibrary>;

export function openSignInLibrary(runtime: Runtime, config: GatewayConfig, baseUrl: string) {
  const pool = openSignInPool(runtime.pool, runtime.log);
  const isSecure = baseUrl.startsWith('https:');
  const options = {
    appName: 'Muster',
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret: deriveKey(runtime.config.MUSTER_SECRET, 'session').toString('base64url'),
    database: pool,
    user: tables.user,
    session: {
      ...tables.session,
      expiresIn: config.SESSION_HOURS * 3_600,
      // A session ends when it was said to: asking who one is changes nothing.
      disableSessionRefresh: true,
    },
    verification: tables.verification,
    account: {
      ...tables.account,
      // An identity is bound by its user, signed in; that an address is the same proves nothing.
      accountLinking: {
        disableImplicitLinking: true, allowDifferentEmails: true, trustedProviders: [PROVIDER],
      },
    },
    emailAndPassword: passwords,
    // Limits, origins and methods are the door's; only its routes reach the library.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => newId() },
      // `__Host-` binds the cookie to this host alone, and browsers take it over https only.
      cookiePrefix: isSecure ? '__Host-muster' : 'muster',
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    databaseHooks: {
      account: { create: { before: forgetTokens }, update: { before: forgetTokens } },
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

/** Who somebody is, is all that a provider is asked; what else it would let us do is not kept. */
const forgetTokens = <Account extends object>(account: Account) =>
  Promise.resolve({
    data: { ...account, accessToken: null, refreshToken: null, idToken: null },
  });

/** What it says, and errors; never what it was given. */
const loggerOf = ({ log }: Runtime): BetterAuthOptions['logger'] => ({
  log(level, message, ...more) {
    const err = more.find((one) => one instanceof Error);
    log[level === 'error' ? 'warn' : 'debug']({ err }, `sign-in: ${message}`);
  },
});

function pluginsOf(config: GatewayConfig) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = config;
  if (!issuer || !clientId || !secret) return [];
  return [genericOAuth({
    config: [{
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
      // A subject is one at its issuer only: another issuer under the same name is another person.
      accountSubject: ({ profile }) => `${issuer} ${String(profile.sub)}`,
    }],
  })];
}
