/** Keeps the cache as new as the events of the reader's companies. */
import type { Activity } from '@muster/contracts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Line } from '../api/follow.ts';
import { keyOf, snapshotOf, staleTopics } from './apply/effects.ts';
import { applyIssue } from './apply/issues.ts';
import { openLine, type SharedLine } from './shared-line.ts';

/** Events of so long are shown in one render. */
const BATCH_MS = 100;
/** Lists are read again at most so often, and sums of money less often still. */
const READ_AGAIN_MS = 500;
const COSTS_AGAIN_MS = 5_000;

interface Followed {
  /** One line a session: another one begins anew. */
  readonly session: string;
  /** All companies of the reader, once they are known. */
  readonly companyIds: readonly string[] | undefined;
  readonly shown: string | undefined;
}

/** Follows the companies, and answers with the state of the line. */
export function useLive({ session, companyIds, shown }: Followed): Line {
  const client = useQueryClient();
  const [line, setLine] = useState<Line>({ state: 'catching up' });
  const shared = useRef<SharedLine>(undefined);
  const ids = companyIds?.join(',');
  useEffect(() => {
    const stop = new AbortController();
    const cache = cacheOf(client, stop.signal);
    shared.current = openLine(session, stop.signal, {
      onEvent: cache.add,
      onGap: () => void client.invalidateQueries(),
      onLine: setLine,
      onDenied: () => void client.invalidateQueries({ queryKey: ['companies'] }),
    });
    return () => stop.abort();
  }, [client, session]);
  useEffect(() => {
    if (ids !== undefined) shared.current?.want(ids.split(',').filter(Boolean), shown);
  }, [session, ids, shown]);
  useEffect(() => {
    // The session has ended: asking for it again says so to the whole page.
    if (line.state === 'ended') void client.invalidateQueries({ queryKey: ['session'] });
  }, [client, line.state]);
  return line;
}

function cacheOf(client: QueryClient, signal: AbortSignal): { add: (event: Activity) => void } {
  let batch: Activity[] = [];
  const stale = new Map<string, readonly string[]>();
  const timers = new Map<string, number>();
  const once = (name: string, ms: number, act: () => void): void => {
    if (timers.has(name) || signal.aborted) return;
    const run = (): void => {
      timers.delete(name);
      act();
    };
    timers.set(name, window.setTimeout(run, ms));
  };
  const readAgain = (isMeant: (topic: string) => boolean): void => {
    for (const [name, queryKey] of stale) {
      if (!isMeant(queryKey[0] ?? '')) continue;
      stale.delete(name);
      void client.invalidateQueries({ queryKey });
    }
  };
  const apply = (): void => {
    const events = batch;
    batch = [];
    for (const event of events) {
      patch(client, event);
      for (const topic of staleTopics(event)) {
        const queryKey = keyOf(topic, event.companyId);
        stale.set(queryKey.join(' '), queryKey);
      }
    }
    once('costs', COSTS_AGAIN_MS, () => readAgain((topic) => topic === 'costs'));
    once('lists', READ_AGAIN_MS, () => readAgain((topic) => topic !== 'costs'));
  };
  signal.addEventListener('abort', () => timers.forEach((timer) => clearTimeout(timer)));
  return {
    add: (event) => {
      batch.push(event);
      once('batch', BATCH_MS, apply);
    },
  };
}

function patch(client: QueryClient, event: Activity): void {
  const snapshot = snapshotOf(event);
  if (!snapshot) return;
  client.setQueriesData({ queryKey: ['issues', event.companyId] }, (cached: unknown) =>
    applyIssue(cached, snapshot),
  );
}
