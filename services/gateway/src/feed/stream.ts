/**
 * Writes one stream of server-sent events. Nothing is queued for a reader: it pulls entries from
 * the log one by one and stops while its connection is full. A reader that does not read is cut off
 * and reconnects with the cursor of its last entry.
 */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { RUN_LOG } from '@muster/contracts';
import { formFor, wantsRunLogs, type FeedFilter } from './domain/feed-filter.ts';
import type { CursorForm } from './feed-cursor.ts';
import type { StreamEnd } from './feed-metrics.ts';
import { followAll, type FollowedLog } from './follow.ts';
import type { Feed } from './open-feed.ts';
import { openStreamWriter, retryHint, type StreamWriter } from './stream-writer.ts';
import { watchStream } from './watch-stream.ts';

/** Unread bytes in a connection above which the stream waits for its reader. */
const UNREAD_BYTES_MAX = 262_144;
/** Lower for run output, which must not delay events. */
const RUN_LOG_UNREAD_MAX = 65_536;

export interface StreamOptions {
  readonly feed: Feed;
  readonly logs: readonly FollowedLog[];
  readonly form: CursorForm;
  readonly filter: FeedFilter;
  /** Throws if the caller may no longer follow the companies. */
  readonly recheck: () => Promise<void>;
}

/** Resolves with the reason when the stream has ended. */
export async function writeStream(options: StreamOptions, raw: ServerResponse): Promise<StreamEnd> {
  const { feed, logs, form, filter, recheck } = options;
  const disconnected = new AbortController();
  raw.once('close', () => disconnected.abort());
  if (raw.destroyed) disconnected.abort();
  const writer = openStreamWriter(
    raw,
    form,
    new Map(logs.map(({ log, from }) => [log.companyId, from])),
  );
  const watch = watchStream({ stopping: feed.stopping, recheck, writer });
  const unsubscribe = subscribeRunLogs(options, raw, writer);
  const stop = AbortSignal.any([disconnected.signal, watch.signal]);
  try {
    for await (const step of followAll(logs, stop)) {
      if (!step) continue;
      const { entry, companyId, positions } = step;
      writer.advance(companyId, positions);
      const shown = formFor(filter, entry);
      if (!shown) continue;
      writer.send(shown.text);
      feed.metrics.feedEvents.inc();
      if (raw.writableLength > UNREAD_BYTES_MAX && !(await drained(raw, feed.slowMs, stop))) {
        raw.destroy();
        return stop.aborted ? 'left' : 'slow';
      }
    }
    return disconnected.signal.aborted ? 'left' : watch.reason();
  } catch (error) {
    writer.sendProblem('error', error);
    return 'log';
  } finally {
    unsubscribe();
    watch.close();
    raw.end(retryHint() + '\n');
  }
}

/** A slow reader misses run output; the offset of the next piece shows what is missing. */
function subscribeRunLogs(
  { feed, logs, filter }: StreamOptions,
  raw: ServerResponse,
  writer: StreamWriter,
): () => void {
  if (!wantsRunLogs(filter)) return () => undefined;
  const stops = logs.map(({ log }) =>
    feed.runLogs.listen(log.companyId, (piece) => {
      if (raw.writableLength > RUN_LOG_UNREAD_MAX || !formFor(filter, piece)) return;
      writer.sendNamed(RUN_LOG, piece.text);
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** Whether the connection has taken what was written, in time. */
async function drained(
  raw: ServerResponse,
  timeoutMs: number,
  stop: AbortSignal,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<true>();
  const done = (): void => resolve(true);
  raw.once('drain', done);
  const timeout = new AbortController();
  const signal = AbortSignal.any([timeout.signal, stop]);
  const late = pause(timeoutMs, false, { signal }).catch(() => false);
  try {
    return await Promise.race([promise, late]);
  } finally {
    raw.off('drain', done);
    timeout.abort();
  }
}
