/** The credential of a request → who calls. */
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import type { BoardSessions } from './board-sessions.ts';
import type { Caller } from './caller.ts';
import { openCredentialCache } from './credential-cache.ts';
import type { FailureLimit } from './failure-limit.ts';
import { callerFinder, type Shown } from './find-caller.ts';
import { openLastUsed } from './last-used.ts';
import { namedRuns, type NameRun } from './named-run.ts';
import type { Origins } from './origin.ts';
import { patientReads } from './patient-reads.ts';

const BEARER = /^bearer +(\S.*)$/i;
/** Longer than any token of ours. */
const TOKEN_MAX = 4_096;

export interface Credentials {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
}

export interface Authenticator {
  /** Refuses what is no credential; what is remembered is answered without waiting. */
  authenticate(credentials: Credentials): Caller | Promise<Caller>;
  /**
   * Whether who was let in still is. It is no guess, so guesses from the same address do not keep
   * it from being found out.
   */
  authenticateAgain(credentials: Credentials): Promise<Caller>;
  /** May ask the scheduler, so it comes after whatever limits callers. */
  readonly nameRun: NameRun;
  close(): Promise<void>;
}

export function openAuthenticator(
  { db, rpc, config, log }: Runtime,
  { sessions, origins }: { sessions: BoardSessions; origins: Origins },
  failures: FailureLimit,
): Authenticator {
  const lastUsed = openLastUsed(db, log);
  const reads = patientReads(db);
  const find = callerFinder({ db: reads, secrets: config, sessions });
  const cache = openCredentialCache(find);

  /** A bearer token speaks for itself; a cookie only where none is sent, and only for our pages. */
  const shownBy = ({ method, headers }: Credentials): Shown => {
    const bearer = BEARER.exec(headers.authorization ?? '')?.[1];
    if (bearer !== undefined && bearer.length <= TOKEN_MAX) return { bearer };
    const cookie = headers.authorization === undefined
      ? sessions.cookieIn(headers.cookie)
      : undefined;
    if (cookie === undefined || cookie.length > TOKEN_MAX) throw new Refusal('unauthenticated');
    origins.refuseForeignChange(method, headers);
    return { cookie };
  };
  const enter = (caller: Caller): Caller => {
    lastUsed.used(caller.credential);
    return caller;
  };
  const findOut = async (found: Promise<Caller>, address: string): Promise<Caller> => {
    try {
      return enter(await found);
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) failures.failed(address);
      throw error;
    }
  };
  return {
    authenticate(credentials) {
      const shown = shownBy(credentials);
      if (!cache.knows(shown) && failures.exhausted(credentials.address)) {
        throw new Refusal('rate_limited');
      }
      const found = cache.get(shown);
      return found instanceof Promise ? findOut(found, credentials.address) : enter(found);
    },
    authenticateAgain: async (credentials) => enter(await cache.get(shownBy(credentials))),
    nameRun: namedRuns(reads, rpc),
    close: async () => {
      cache.close();
      await lastUsed.close();
    },
  };
}
