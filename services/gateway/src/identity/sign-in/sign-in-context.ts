/** What signing in needs, opened from the configuration. */
import type { Runtime } from '@muster/service-kit';
import type { GatewayConfig } from '../../config.ts';
import type { GatewayParts } from '../../parts.ts';
import { originsOf, type Origins } from '../authentication/origin.ts';
import { openAuthLibrary } from './auth-library.ts';
import { openBoardSessions, type BoardSessions } from './board-sessions.ts';
import { openBoundSessions } from './bound-sessions.ts';
import { sessionCookiesOf } from './session-cookies.ts';

export interface SignInContext {
  readonly sessions: BoardSessions;
  readonly origins: Origins;
  /** Whether an OpenID provider is configured. */
  readonly hasProvider: boolean;
  /** The address of the installation's own pages. */
  readonly baseUrl: string;
}

export function openSignInContext(
  runtime: Runtime,
  config: GatewayConfig,
  { passwords }: GatewayParts,
): SignInContext {
  const { HOST, PORT, MUSTER_PUBLIC_URL, MUSTER_TRUSTED_ORIGINS } = config;
  const hasProvider = isProviderConfigured(config);
  const baseUrl = new URL(MUSTER_PUBLIC_URL ?? `http://${HOST}:${PORT}`).origin;
  const cookies = sessionCookiesOf(baseUrl);
  const library = openAuthLibrary(runtime, { config, baseUrl, passwords, cookies });
  const { db } = runtime;
  const bound = openBoundSessions(db, cookies, config.SESSION_HOURS * 3_600);
  return {
    sessions: openBoardSessions({ db, library, bound, cookies, baseUrl }),
    origins: originsOf(MUSTER_PUBLIC_URL, MUSTER_TRUSTED_ORIGINS),
    hasProvider,
    baseUrl,
  };
}

/**
 * Throws if only some variables are set. A provider redirects back, so the public URL is needed.
 */
function isProviderConfigured(config: GatewayConfig): boolean {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const given = names.filter((name) => config[name] !== undefined);
  if (given.length === 0) return false;
  const missing = [...names, 'MUSTER_PUBLIC_URL' as const].filter(
    (name) => config[name] === undefined,
  );
  if (missing.length === 0) return true;
  throw new Error(`${given.join(', ')}: an identity provider needs ${missing.join(', ')} too`);
}
