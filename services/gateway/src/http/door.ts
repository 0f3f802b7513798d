/** What every part of the HTTP door has at hand. */
import type { AnswerKind, Log, Runtime } from '@muster/service-kit';
import type { Authenticator } from '../auth/authenticate.ts';
import type { FailureLimit } from '../auth/failure-limit.ts';
import type { SignInDesk } from '../compose/sign-in.ts';
import type { Feed } from '../live/open-feed.ts';
import type { RateLimit } from '../limits/rate-limit.ts';

export interface Door {
  readonly runtime: Runtime;
  readonly authenticator: Authenticator;
  /** Where people sign in. */
  readonly desk: SignInDesk;
  /** Where the installation says that it is reached. */
  readonly publicUrl: string | undefined;
  /** Whose word on a client's address is believed: addresses and networks. */
  readonly trustedProxies: readonly string[];
  readonly rateLimit: RateLimit;
  /** Everybody who follows a company. */
  readonly feed: Feed;
  readonly log: Log;
  /** Wrong credentials by address, tokens of invites and claim secrets among them. */
  readonly failures: FailureLimit;
  readonly httpDuration: {
    observe(labels: { operation: string; status: number }, seconds: number): void;
  };
  /** What came of requests, for those who promise that they are answered. */
  readonly httpAnswers: { inc(labels: { kind: AnswerKind }): void };
  /** How long answers have waited for effects elsewhere, and whether they saw them. */
  readonly settleDuration: {
    observe(labels: { operation: string; outcome: 'settled' | 'pending' }, seconds: number): void;
  };
  /** True once no further connection is accepted. */
  readonly draining: () => boolean;
}
