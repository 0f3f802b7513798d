/** Keeps the cache as new as the events of the companies that are shown. */
import type { Activity } from '@muster/contracts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Line } from '../api/follow.ts';
import { snapshotOf, staleTopics, type Topic } from './apply/effects.ts';
import { applyIssue } from './apply/issues.ts';
import { listen } from './shared-line.ts';

/** Events of so long are shown in one render. */
const BATCH_MS = 100;
/** Lists are read again at most so often, and sums of money less often still. */
const READ_AGAIN_MS = 500;
const COSTS_AGAIN_MS = 5_000;

/** Follows the companies, once they are known; answers with the state of the worst of their lines. */
export function useLive(known: readonly string[] | undefined): Line {
  const client = useQueryClient();
  const [lines, setLines] = useState<Readonly<Record<string, Line>>>({});
  const companyIds = known ?? [];
  const ids = companyIds.join(',');
  useEffect(() => {
    const stop = new AbortController();
    for (const companyId of ids.split(',').filter(Boolean)) {
      const cache = cacheOf(client, companyId, stop.signal);
      listen(companyId, stop.signal, {
        onEvent: cache.add,
        onGap: () => void client.invalidateQueries(),
        onLine: (line) => setLines((before) => ({ ...before, [companyId]: line })),
      });
    }
    return () => stop.abort();
  }, [client, ids]);
  if (known === undefined) return { state: 'catching up' };
  const shown = companyIds.map((id) => lines[id] ?? ({ state: 'catching up' } as const));
  return shown.find(({ state }) => state !== 'live') ?? { state: 'live' };
}

function cacheOf(
  client: QueryClient,
  companyId: string,
  signal: AbortSignal,
): { add: (event: Activity) => void } {
  let batch: Activity[] = [];
  const stale = new Set<Topic>();
  const timers = new Map<string, number>();
  const once = (name: string, ms: number, act: () => void): void => {
    if (timers.has(name) || signal.aborted) return;
    const run = (): void => {
      timers.delete(name);
      act();
    };
    timers.set(name, window.setTimeout(run, ms));
  };
  const readAgain = (topics: readonly Topic[]): void => {
    for (const topic of topics) {
      if (stale.delete(topic)) void client.invalidateQueries({ queryKey: [topic, companyId] });
    }
  };
  const apply = (): void => {
    const events = batch;
    batch = [];
    for (const event of events) {
      patch(client, companyId, event);
      for (const topic of staleTopics(event)) stale.add(topic);
    }
    if (stale.has('companies')) void client.invalidateQueries({ queryKey: ['companies'] });
    once('costs', COSTS_AGAIN_MS, () => readAgain(['costs']));
    once('lists', READ_AGAIN_MS, () => readAgain([...stale].filter((topic) => topic !== 'costs')));
  };
  signal.addEventListener('abort', () => timers.forEach((timer) => clearTimeout(timer)));
  return {
    add: (event) => {
      batch.push(event);
      once('batch', BATCH_MS, apply);
    },
  };
}

function patch(client: QueryClient, companyId: string, event: Activity): void {
  const snapshot = snapshotOf(event);
  if (!snapshot) return;
  client.setQueriesData({ queryKey: ['issues', companyId] }, (cached: unknown) =>
    applyIssue(cached, snapshot),
  );
}
