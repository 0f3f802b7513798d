/**
 * The sign-in library, loaded for the first sign-in or cookie: many gateways see bearer tokens only,
 * and it takes 27 MB. The request that loads it takes about a second longer.
 */
import type { Runtime } from '@muster/service-kit';
import type { GatewayConfig } from '../../config.ts';
import { openSignInPool } from '../store/sign-in-pool.ts';
import type { createAuth } from './auth-instance.ts';
import type { Passwords } from './passwords.ts';

type Auth = ReturnType<typeof createAuth>;

export interface AuthLibrary {
  /** Loads it with the first call. */
  auth(): Promise<Auth>;
  readonly cookieName: string;
  close(): Promise<void>;
}

export interface AuthLibraryOptions {
  readonly config: GatewayConfig;
  readonly baseUrl: string;
  readonly passwords: Passwords;
}

export function openAuthLibrary(
  runtime: Runtime,
  { config, baseUrl, passwords }: AuthLibraryOptions,
): AuthLibrary {
  const pool = openSignInPool(runtime.pool, runtime.log);
  const secure = baseUrl.startsWith('https:');
  // `__Host-` binds the cookie to this host; browsers accept it over https only.
  const cookies = { prefix: secure ? '__Host-muster' : 'muster', secure };
  let loading: Promise<Auth> | undefined;
  const load = async (): Promise<Auth> => {
    const { createAuth } = await import('./auth-instance.ts');
    return createAuth({ runtime, pool, config, baseUrl, passwords, cookies });
  };
  return {
    auth: () => (loading ??= load()),
    cookieName: `${cookies.prefix}.session_token`,
    close: () => pool.end(),
  };
}
