/** Opens authentication and sign-in for a running gateway. */
import type { Runtime } from '@muster/service-kit';
import type { GatewayConfig } from '../config.ts';
import type { GatewayParts } from '../parts.ts';
import type { TakeShared } from '../rate-limit/buckets.ts';
import { openAuthenticator, type Authenticator } from './authentication/authenticate.ts';
import { openFailureLimit, type FailureLimit } from './authentication/failure-limit.ts';
import { openOauth, type Oauth } from './oauth/open-oauth.ts';
import { ensureBootstrapAdmin } from './sign-in/bootstrap-admin.ts';
import { openSignInContext, type SignInContext } from './sign-in/sign-in-context.ts';

export interface Identity {
  readonly authenticator: Authenticator;
  readonly failures: FailureLimit;
  readonly signIn: SignInContext;
  readonly oauth: Oauth;
  close(): Promise<void>;
}

export async function openIdentity(
  runtime: Runtime,
  config: GatewayConfig,
  parts: GatewayParts,
  takeShared: TakeShared | undefined,
): Promise<Identity> {
  await ensureBootstrapAdmin(runtime, config.MUSTER_BOARD_TOKEN);
  const signIn = openSignInContext(runtime, config, parts);
  const failures = openFailureLimit(config.FAILED_TRIES_BURST, takeShared);
  const authenticator = openAuthenticator({
    ...runtime,
    ...signIn,
    config: { ...runtime.config, ...config },
    signals: parts.signals,
    failures,
  });
  const oauth = openOauth(runtime, config, parts.signals);
  return {
    authenticator,
    failures,
    signIn,
    oauth,
    async close() {
      await authenticator.close();
      await signIn.sessions.close();
      await oauth.close();
    },
  };
}
