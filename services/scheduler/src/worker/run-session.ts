/**
 * The session of a run: the session that an earlier run of the agent on the same issue has named is
 * offered to this run, and one that this run names is stored while it is live, so that it outlives a
 * worker that is killed.
 */
import { createHmac } from 'node:crypto';
import { ownKeysOf, type Runtime } from '@muster/service-kit';
import type { LocalAdapter } from '../adapters/adapter.ts';
import type { SchedulerConfig } from '../config.ts';
import type { HeldRun } from '../domain/held-run.ts';
import { spoilsSession } from '../domain/session.ts';
import type { Ending } from '../store/runs/run-lifecycle.ts';
import { dropOldSessions, dropSession, findSession, saveSession } from '../store/sessions.ts';
import type { Granted } from './admit-run.ts';
import type { RunMemo } from './run-memo.ts';

export interface Session {
  named(sessionId: string): Promise<void>;
  /** A session that was offered to a run that failed by it is not offered again. */
  ended(ending: Ending): Promise<void>;
}

const none: Session = { named: () => Promise.resolve(), ended: () => Promise.resolve() };

interface Parts {
  readonly runtime: Runtime;
  readonly config: SchedulerConfig;
  readonly adapter: LocalAdapter;
}

/** What is offered to the run; null where it keeps no session. */
export async function offerSession(
  { runtime, config, adapter }: Parts,
  run: HeldRun,
  granted: Pick<Granted, 'config' | 'skills'>,
): Promise<RunMemo['session']> {
  if (!adapter.keepsSessions || run.issueId === null) return null;
  const configured = fingerprintOf(config, granted);
  const found = await findSession(runtime.db, run, configured).catch(orNothing(runtime, run));
  return { configured, offered: found?.sessionId ?? null, counts: found?.counts };
}

export function openSession(runtime: Runtime, run: HeldRun, session: RunMemo['session']): Session {
  if (session === null) return none;
  const { db } = runtime;
  const { configured, offered } = session;
  return {
    async named(sessionId) {
      await saveSession(db, run, sessionId, configured);
      if (offered === null) await dropOldSessions(db, run);
    },
    async ended(ending) {
      if (offered === null || !spoilsSession(ending)) return;
      await dropSession(db, run).catch(orNothing(runtime, run));
    },
  };
}

/** A session is a convenience: a run without one starts from the beginning. */
const orNothing =
  ({ log }: Runtime, { id: runId }: HeldRun) =>
  (error: unknown): undefined => {
    log.warn({ err: error, runId }, 'reading or storing a session failed');
  };

/** Keyed, because secrets of the configuration could be guessed from a plain hash. */
const fingerprintOf = (
  config: SchedulerConfig,
  {
    config: { adapterType, adapterConfig, instructions },
    skills,
  }: Pick<Granted, 'config' | 'skills'>,
): string => {
  // A session goes on with the instructions and the skills that it began with.
  const started = [
    adapterType,
    adapterConfig,
    ...(instructions ? [instructions.version] : []),
    ...(skills ? [skills.sha256] : []),
  ];
  return createHmac('sha256', ownKeysOf(config, 'session-configuration')[0])
    .update(JSON.stringify(started))
    .digest('base64url');
};
