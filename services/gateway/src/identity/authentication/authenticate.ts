/** Finds the caller of a request from its bearer token or session cookie. */
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import type { Signals } from '../../local-signals.ts';
import type { Caller } from '../../upstream/credential.ts';
import type { BoardSessions } from '../sign-in/board-sessions.ts';
import { openEndedRuns } from './ended-runs.ts';
import { openCredentialCache } from './credential-cache.ts';
import type { FailureLimit } from './failure-limit.ts';
import { notValid, openCallerLookup, textOf, type PresentedCredential } from './find-caller.ts';
import {
  openRunTokenLookup,
  type RunTokenConfig,
  type RunTokenLookup,
} from './find-by-run-token.ts';
import { openLastUsed } from './last-used.ts';
import { openNamedRuns, type ResolveNamedRun } from './named-run.ts';
import type { Origins } from './origin.ts';
import { pageSecretIn } from './page-secret.ts';
import { retryingReads } from './retrying-reads.ts';

const BEARER = /^bearer +(\S.*)$/i;
/** Above the length of any token. */
const TOKEN_MAX = 4_096;

export interface AuthenticationRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  /** What is asked for: a token that was given for one part of the installation is none elsewhere. */
  readonly resource?: 'api' | 'mcp';
}

export interface Authenticator {
  /** Refuses an invalid credential; a cached caller is returned synchronously. */
  authenticate(request: AuthenticationRequest): Caller | Promise<Caller>;
  /**
   * Checks that a caller authenticated before still is one. The failure limit does not apply:
   * failures of others at the same address must not end a stream.
   */
  authenticateAgain(request: AuthenticationRequest): Promise<Caller>;
  /** May call the scheduler, so it runs after the rate limit. */
  readonly resolveNamedRun: ResolveNamedRun;
  close(): Promise<void>;
}

export interface AuthenticatorOptions extends Pick<
  Runtime,
  'db' | 'rpc' | 'log' | 'nats' | 'subjects'
> {
  readonly config: RunTokenConfig;
  readonly sessions: BoardSessions;
  readonly origins: Origins;
  readonly failures: FailureLimit;
  readonly signals: Signals;
}

export function openAuthenticator({
  db,
  rpc,
  config,
  log,
  sessions,
  origins,
  failures,
  signals,
  ...published
}: AuthenticatorOptions): Authenticator {
  const lastUsed = openLastUsed(db, log);
  const reads = retryingReads(db);
  const runTokens = openRunTokenLookup({ db: reads, rpc, config });
  const find = openCallerLookup({ db: reads, byRunToken: runTokens.find, sessions });
  const cache = openCredentialCache(find, signals);
  const endedRuns = openEndedRuns({ log, ...published });

  const accept = (caller: Caller, asked: AuthenticationRequest['resource'] = 'api'): Caller => {
    const { runId } = caller.actor;
    const { resource = asked } = caller.credential;
    if (resource !== asked) throw notValid();
    if (runId !== undefined && endedRuns.has(runId)) throw new Refusal('run_superseded');
    lastUsed.used(caller.credential);
    return caller;
  };
  const tries = limitTries(failures, runTokens.isSigned);
  const acceptFound = async (
    found: Promise<Caller>,
    asked: AuthenticationRequest['resource'],
  ): Promise<Caller> => accept(await found, asked);
  return {
    authenticate(request) {
      const presented = credentialIn(request, sessions, origins);
      if (!cache.has(presented)) tries.require(request.address, presented);
      const found = cache.get(presented);
      return found instanceof Promise
        ? acceptFound(tries.count(found, request.address, presented), request.resource)
        : accept(found, request.resource);
    },
    authenticateAgain: async (request) =>
      accept(await cache.get(credentialIn(request, sessions, origins))),
    resolveNamedRun: openNamedRuns(reads, rpc),
    close: async () => {
      cache.close();
      endedRuns.close();
      await lastUsed.close();
    },
  };
}

function limitTries(failures: FailureLimit, isSigned: RunTokenLookup['isSigned']) {
  return {
    require(address: string, presented: PresentedCredential): void {
      const by = failures.exhausted(address, textOf(presented));
      // A signature is no guess: it proves that the token was given.
      if (by === undefined || (by === 'address' && isSigned(textOf(presented)))) return;
      throw new Refusal('rate_limited', { by });
    },
    async count(
      found: Promise<Caller>,
      address: string,
      presented: PresentedCredential,
    ): Promise<Caller> {
      try {
        return await found;
      } catch (error) {
        if (error instanceof Refusal && error.status === 401) {
          failures.failed(address, textOf(presented));
        }
        throw error;
      }
    },
  };
}

/** A cookie counts only without `Authorization`, and only from the installation's own pages. */
function credentialIn(
  { method, headers }: AuthenticationRequest,
  sessions: BoardSessions,
  origins: Origins,
): PresentedCredential {
  const bearer = BEARER.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) {
    if (bearer.length > TOKEN_MAX) throw notValid();
    return { bearer };
  }
  const cookie =
    headers.authorization === undefined ? sessions.cookieIn(headers.cookie) : undefined;
  if (cookie === undefined || cookie.length > TOKEN_MAX) throw withoutCredential(headers);
  origins.requireOwnHost(headers);
  origins.requireOwnPage(method, headers);
  return { cookie, pageSecret: pageSecretIn(headers) };
}

/** Says what is missing; what is wrong about a credential that was sent is never said. */
function withoutCredential({ authorization }: IncomingHttpHeaders): Refusal {
  return authorization === undefined
    ? new Refusal('unauthenticated', { reason: 'no_credential' }, SEND_ONE)
    : new Refusal('unauthenticated', { reason: 'not_a_bearer_token' }, SEND_BEARER);
}

const SEND_ONE =
  'the request has no credential: send the header Authorization: Bearer with an agent key, a run ' +
  'token (SERVICE_API_KEY) or a board token';
const SEND_BEARER = 'the header Authorization has another form: send Bearer, a space and the token';
