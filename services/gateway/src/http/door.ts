/** What every part of the HTTP door has at hand. */
import type { Log, Runtime } from '@muster/service-kit';
import type { Authenticator } from '../auth/authenticate.ts';

export interface Door {
  readonly runtime: Runtime;
  readonly authenticator: Authenticator;
  readonly log: Log;
  readonly httpDuration: {
    observe(labels: { operation: string; status: number }, seconds: number): void;
  };
  /** True once no further connection is accepted. */
  readonly draining: () => boolean;
}
