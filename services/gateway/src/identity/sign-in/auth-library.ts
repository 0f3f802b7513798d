/**
 * The sign-in library, loaded for the first password, sign-in at the provider, or cookie of its own: many
 * gateways see bearer tokens and bound sessions only, and it takes 27 MB. The request that loads it takes
 * about a second longer.
 */
import { createHmac } from 'node:crypto';
import { ownKeysOf, type Runtime } from '@muster/service-kit';
import type { GatewayConfig } from '../../config.ts';
import { openSignInPool } from '../store/sign-in-pool.ts';
import type { createAuth } from './auth-instance.ts';
import type { Passwords } from './passwords.ts';
import type { SessionCookies } from './session-cookies.ts';

type Auth = ReturnType<typeof createAuth>;

export interface AuthLibrary {
  /** Loads it with the first call. */
  auth(): Promise<Auth>;
  /** The cookie with which the library finds the session of a stored token; never sent to a client. */
  cookieOf(storedToken: string): string;
  close(): Promise<void>;
}

export interface AuthLibraryOptions {
  readonly config: GatewayConfig;
  readonly baseUrl: string;
  readonly passwords: Passwords;
  readonly cookies: SessionCookies;
}

export function openAuthLibrary(
  runtime: Runtime,
  { config, baseUrl, passwords, cookies }: AuthLibraryOptions,
): AuthLibrary {
  const pool = openSignInPool(runtime.pool, runtime.log);
  const secret = ownKeysOf(runtime.config, 'session')[0].toString('base64url');
  let loading: Promise<Auth> | undefined;
  const load = async (): Promise<Auth> => {
    const { createAuth } = await import('./auth-instance.ts');
    return createAuth({ runtime, pool, config, baseUrl, passwords, cookies, secret });
  };
  return {
    auth: () => (loading ??= load()),
    cookieOf(storedToken) {
      const signature = createHmac('sha256', secret).update(storedToken).digest('base64');
      return `${cookies.libraryName}=${encodeURIComponent(`${storedToken}.${signature}`)}`;
    },
    close: () => pool.end(),
  };
}
