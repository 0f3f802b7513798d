import type { Runtime } from '@muster/service-kit';
import type { GatewayConfig } from '../../config.ts';
import type { openSignInPool } from '../store/sign-in-pool.ts';
import type { Passwords } from './passwords.ts';
import type { SessionCookies } from './session-cookies.ts';

/** What the sign-in library is configured with. */
export interface AuthOptions {
  readonly runtime: Runtime;
  readonly pool: ReturnType<typeof openSignInPool>;
  readonly config: GatewayConfig;
  readonly baseUrl: string;
  readonly passwords: Passwords;
  readonly cookies: SessionCookies;
  /** Signs the cookies. */
  readonly secret: string;
}
