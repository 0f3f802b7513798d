/**
 * The session of a run: the session that an earlier run of the agent on the same issue has named is
 * offered to this run, and one that this run names is stored while it is live, so that it outlives a
 * worker that is killed.
 */
import { createHmac } from 'node:crypto';
import { ownKeysOf, type Runtime } from '@muster/service-kit';
import type { LocalAdapter, Outcome } from '../agent-processes/adapter.ts';
import type { SchedulerConfig } from '../config.ts';
import type { HeldRun } from '../domain/held-run.ts';
import { dropOldSessions, dropSession, findSession, saveSession } from '../store/sessions.ts';
import type { RunConfig } from './admit-run.ts';

export interface Session {
  /** SERVICE_SESSION_ID, where there is one. */
  readonly variables: Readonly<Record<string, string>>;
  named(sessionId: string): Promise<void>;
  /** A session that was offered to a run that failed is not offered again. */
  ended(outcome: Outcome): Promise<void>;
}

const none: Session = {
  variables: {},
  named: () => Promise.resolve(),
  ended: () => Promise.resolve(),
};

interface Parts {
  readonly runtime: Runtime;
  readonly config: SchedulerConfig;
  readonly adapter: LocalAdapter;
}

export async function openSession(
  { runtime: { db, log }, config, adapter }: Parts,
  run: HeldRun,
  agent: RunConfig,
): Promise<Session> {
  if (!adapter.keepsSessions || run.issueId === null) return none;
  const configured = fingerprintOf(config, agent);
  /** A session is a convenience: a run without one starts from the beginning. */
  const orNothing = (error: unknown): undefined => {
    log.warn({ err: error, runId: run.id }, 'reading or storing a session failed');
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

/** Keyed, because secrets of the configuration could be guessed from a plain hash. */
const fingerprintOf = (
  config: SchedulerConfig,
  { adapterType, adapterConfig }: RunConfig,
): string =>
  createHmac('sha256', ownKeysOf(config, 'session-configuration')[0])
    .update(JSON.stringify([adapterType, adapterConfig]))
    .digest('base64url');
