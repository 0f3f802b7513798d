/** What every part of the HTTP door has at hand. */
import type { Log, Runtime } from '@muster/service-kit';
import type { Authenticator } from '../auth/authenticate.ts';
import type { FailureLimit } from '../auth/failure-limit.ts';

export interface Door {
  readonly runtime: Runtime;
  readonly authenticator: Authenticator;
  readonly log: Log;
  /** Wrong credentials by address, tokens of invites and claim secrets among them. */
  readonly failures: FailureLimit;
  /** Where people and agents reach the door, if its operator says so. */
  readonly publicUrl: string | undefined;
  readonly httpDuration: {
    observe(labels: { operation: string; status: number }, seconds: number): void;
  };
  /** True once no further connection is accepted. */
  readonly draining: () => boolean;
}
