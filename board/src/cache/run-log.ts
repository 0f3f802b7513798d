/** Reads the output of a run from near its end, and follows it while the run is live. */
import type { RunLogPiece } from '@muster/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { follow } from '../api/follow.ts';
import { emptyLog, withPiece, withRead, type RunLog } from '../domain/runs/run-log.ts';

/** Of a long output, the end is read first. */
const FIRST_READ_BYTES = 256 * 1_024;

export interface LiveLog {
  readonly log: RunLog;
  readonly error: unknown;
  /** Reads the output before what is shown, from its begin. */
  readonly readAll: () => void;
}

interface Target {
  readonly companyId: string;
  readonly runId: string;
  readonly isLive: boolean;
  readonly bytes: number;
}

export function useRunLog({ companyId, runId, isLive, bytes }: Target): LiveLog {
  const [log, setLog] = useState(() => emptyLog(Math.max(0, bytes - FIRST_READ_BYTES)));
  const [error, setError] = useState<unknown>();
  const latest = useRef(log);
  const reading = useRef(false);
  const show = useCallback((next: RunLog): void => {
    latest.current = next;
    setLog(next);
  }, []);
  const catchUp = useCallback(
    async (signal?: AbortSignal): Promise<void> => {
      if (reading.current) return;
      reading.current = true;
      try {
        for (let more = true; more;) {
          const { end: offset } = latest.current;
          const read = await call('getRunLog', { runId, offset }, { signal });
          more = read.nextOffset > offset;
          show(withRead(latest.current, read));
        }
        setError(undefined);
      } catch (fault) {
        if (!signal?.aborted) setError(fault);
      } finally {
        reading.current = false;
      }
    },
    [runId, show],
  );
  useEffect(() => {
    const stop = new AbortController();
    if (isLive) {
      void follow({
        path: `/api/companies/${companyId}/events?types=run.log&entityId=${runId}`,
        signal: stop.signal,
        after: undefined,
        // The stream opens first, then the output so far is read: nothing falls between.
        onLine: ({ state }) => void (state === 'live' && catchUp(stop.signal)),
        onGap: () => void catchUp(stop.signal),
        onEvent: (type, data) => {
          if (type !== 'run.log' || reading.current) return;
          const next = withPiece(latest.current, data as RunLogPiece);
          if (next) show(next);
          else void catchUp(stop.signal);
        },
      });
    } else void catchUp(stop.signal);
    return () => stop.abort();
  }, [companyId, runId, isLive, catchUp, show]);
  const readAll = (): void => {
    show(emptyLog(0));
    void catchUp();
  };
  return { log, error, readAll };
}
