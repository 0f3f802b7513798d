/** What the HTTP server and its routes are given at start. */
import type {
  OutcomeClass,
  Logger,
  Metrics,
  Places,
  Rpc,
  Runtime,
  Tracer,
} from '@muster/service-kit';
import type { Authenticator } from '../identity/authentication/authenticate.ts';
import type { Origins } from '../identity/authentication/origin.ts';
import type { FailureLimit } from '../identity/authentication/failure-limit.ts';
import type { ConnectionTimes } from '../config.ts';
import type { Compress } from './answer/compression.ts';
import type { InFlightLimit } from './in-flight-limit.ts';
import type { RefusedCall } from '../refusals/refused-calls.ts';
import type { RateLimit } from '../rate-limit/rate-limit.ts';

export interface GatewayContext {
  readonly rpc: Rpc;
  /** For what an answer that refuses says of names. */
  readonly dbInScope: Runtime['dbInScope'];
  readonly log: Logger;
  /** Absent unless tracing is configured. */
  readonly tracer: Tracer | undefined;
  readonly authenticator: Authenticator;
  /** Failed authentications, wrong invite tokens and claim secrets included. */
  readonly failures: FailureLimit;
  readonly rateLimit: RateLimit;
  /** Of a call of a run: its receipt says what it was refused. */
  readonly noteRefusal: (call: RefusedCall) => void;
  readonly origins: Origins;
  /** The configured public address of the installation. */
  readonly publicUrl: string | undefined;
  /** Whether programs of others are told to sign in: their person answers on a page of the board. */
  readonly signsProgramsIn: boolean;
  /** Addresses and networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly inFlight: InFlightLimit;
  /** Answers that wait for effects in other services. */
  readonly settling: Places;
  /** Longest times that clients may take. */
  readonly times: ConnectionTimes;
  readonly compress: Compress;
  /** Once the server has stopped accepting connections: each answer closes its own. */
  readonly isDraining: () => boolean;
  readonly httpDuration: {
    observe(labels: { operation: string; status: number }, seconds: number): void;
  };
  /** The traces of slow requests, for the panels of `httpDuration`. */
  readonly exemplars: Metrics['exemplars'];
  readonly companies: Metrics['companies'];
  /** Counts answers by outcome class, for the availability objective. */
  readonly httpAnswers: { inc(labels: { kind: OutcomeClass }): void };
  /** How long answers waited for effects in other services, and whether they were seen. */
  readonly settleDuration: {
    observe(labels: { operation: string; outcome: 'settled' | 'pending' }, seconds: number): void;
  };
}
