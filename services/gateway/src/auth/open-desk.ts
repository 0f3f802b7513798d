/** Where people sign in, opened with what the environment says. */
import type { Runtime } from '@muster/service-kit';
import type { SignInDesk } from '../compose/sign-in.ts';
import type { GatewayConfig } from '../config.ts';
import { openBoardSessions } from './board-sessions.ts';
import { originsOf } from './origin.ts';
import { openSignInLibrary } from './sign-in-library.ts';

export function openDesk(runtime: Runtime, config: GatewayConfig): SignInDesk {
  const { HOST, PORT, MUSTER_PUBLIC_URL, MUSTER_TRUSTED_ORIGINS } = config;
  const hasProvider = providerIn(config);
  const baseUrl = new URL(MUSTER_PUBLIC_URL ?? `http://${HOST}:${PORT}`).origin;
  return {
    sessions: openBoardSessions(openSignInLibrary(runtime, config, baseUrl), baseUrl),
    origins: originsOf(MUSTER_PUBLIC_URL, MUSTER_TRUSTED_ORIGINS),
    hasProvider,
  };
}

/** A provider sends people back to an address, so there has to be one. */
function providerIn(config: GatewayConfig): boolean {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const given = names.filter((name) => config[name] !== undefined);
  if (given.length === 0) return false;
  const missing = [...names, 'MUSTER_PUBLIC_URL' as const]
    .filter((name) => config[name] === undefined);
  if (missing.length === 0) return true;
  throw new Error(`${given.join(', ')}: an identity provider needs ${missing.join(', ')} too`);
}
