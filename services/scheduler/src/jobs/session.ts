/**
 * The session of a run: what an earlier run of the agent on the same issue has named is offered to
 * this one, and what this one names is kept at once, so that it outlives a worker that is killed.
 */
import { createHmac } from 'node:crypto';
import type { Run } from '@muster/contracts';
import { deriveKey, type Runtime } from '@muster/service-kit';
import type { Adapter, Outcome } from '../adapters/adapter.ts';
import type { SchedulerConfig } from '../config.ts';
import { dropOldSessions, dropSession, findSession, saveSession } from '../store/sessions.ts';
import type { RunConfig } from './ask-leave.ts';

export interface Session {
  /** SERVICE_SESSION_ID, where there is one. */
  readonly variables: Readonly<Record<string, string>>;
  named(sessionId: string): Promise<void>;
  /** What was offered to a run that failed is not offered again. */
  ended(outcome: Outcome): Promise<void>;
}

const none: Session = {
  variables: {}, named: () => Promise.resolve(), ended: () => Promise.resolve(),
};

interface Parts {
  readonly runtime: Runtime;
  readonly config: SchedulerConfig;
  readonly adapter: Adapter;
}

export async function openSession(
  { runtime: { db, log }, config, adapter }: Parts,
  run: Run,
  agent: RunConfig,
): Promise<Session> {
  if (!adapter.keepsSessions || run.issueId === null) return none;
  const configured = fingerprintOf(config, agent);
  /** A session is a convenience: a run without it begins afresh and is none the worse. */
  const orNothing = (error: unknown): undefined => {
    log.warn({ err: error, runId: run.id }, 'a session was not kept or not found');
  };
  const offered = await findSession(db, run, configured).catch(orNothing);
  return {
    variables: offered === undefined ? {} : { SERVICE_SESSION_ID: offered },
    async named(sessionId) {
      await saveSession(db, run, sessionId, configured);
      if (offered === undefined) await dropOldSessions(db, run);
    },
    async ended({ status }) {
      if (offered === undefined || status !== 'failed') return;
      await dropSession(db, run).catch(orNothing);
    },
  };
}

/** Keyed, because a configuration has secrets that could be guessed from a plain hash. */
const fingerprintOf = (
  { MUSTER_SECRET }: SchedulerConfig,
  { adapterType, adapterConfig }: RunConfig,
): string =>
  createHmac('sha256', deriveKey(MUSTER_SECRET, 'session-configuration'))
    .update(JSON.stringify([adapterType, adapterConfig]))
    .digest('base64url');
