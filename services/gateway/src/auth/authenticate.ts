/** The credential of a request → who calls. */
import { Refusal, type AgentActor, type UserActor } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import type { Caller } from './caller.ts';
import { openCredentialCache } from './credential-cache.ts';
import type { FailureLimit } from './failure-limit.ts';
import { callerFinder } from './find-caller.ts';
import { openLastUsed } from './last-used.ts';
import { namedRuns } from './named-run.ts';

const BEARER = /^bearer +(\S.*)$/i;
/** Longer than any token of ours. */
const TOKEN_MAX = 4_096;

export interface Credentials {
  readonly authorization: string | undefined;
  readonly runId: string | undefined;
  readonly address: string;
}

export interface Authenticator {
  /** Refuses what is no credential; what is remembered is answered without waiting. */
  authenticate(credentials: Credentials): Caller['actor'] | Promise<Caller['actor']>;
  close(): Promise<void>;
}

export function openAuthenticator(
  { db, config, log }: Runtime,
  failures: FailureLimit,
): Authenticator {
  const lastUsed = openLastUsed(db, log);
  const cache = openCredentialCache(callerFinder(db, config.MUSTER_SECRET));
  const inRun = namedRuns(db);

  const enter = ({ actor, keyId }: Caller, runId: string | undefined) => {
    if (keyId !== undefined) lastUsed.used(keyId);
    return runId === undefined ? actor : inRun(actor, runId);
  };
  const findOut = async (
    found: Promise<Caller>,
    { runId, address }: Credentials,
  ): Promise<AgentActor | UserActor> => {
    try {
      return await enter(await found, runId);
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) failures.failed(address);
      throw error;
    }
  };
  return {
    authenticate(credentials) {
      const { authorization, address, runId } = credentials;
      const token = BEARER.exec(authorization ?? '')?.[1];
      if (token === undefined || token.length > TOKEN_MAX) throw new Refusal('unauthenticated');
      if (!cache.knows(token) && failures.exhausted(address)) throw new Refusal('rate_limited');
      const found = cache.get(token);
      return found instanceof Promise ? findOut(found, credentials) : enter(found, runId);
    },
    close: async () => {
      cache.close();
      await lastUsed.close();
    },
  };
}
