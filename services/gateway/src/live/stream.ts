/**
 * One stream of server-sent events. Nothing is queued for a reader: it pulls along the log, one
 * entry after the other, and stops while its connection is full. Who does not read is cut off and
 * comes back with the cursor of what it had.
 */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { problemOf, Refusal, RUN_LOG } from '@muster/contracts';
import { passes, wantsRunLogs, type FeedFilter } from '../domain/feed-filter.ts';
import type { Positions } from '../domain/feed-position.ts';
import type { CompanyLog } from './company-log.ts';
import { cursorOf } from './feed-cursor.ts';
import type { StreamEnd } from './feed-metrics.ts';
import { follow } from './follow.ts';
import type { Feed } from './open-feed.ts';

/** What may lie unread in a connection before its reader is waited for. */
const UNREAD_BYTES_MAX = 262_144;
/** Far less of what runs write: events come first. */
const PIECES_UNREAD_MAX = 65_536;
/** Below the patience of proxies with a silent connection. */
const HEARTBEAT_MS = 15_000;
/** How soon a credential that counts no longer ends its streams. */
const RECHECK_MS = 2_500;
/** When a client is to come back; spread, so that they do not come all at once. */
const RETRY_MS = 2_000;
const RETRY_SPREAD_MS = 3_000;

const retryHint = (): string =>
  `retry: ${RETRY_MS + Math.floor(Math.random() * RETRY_SPREAD_MS)}\n`;

export interface Stream {
  readonly feed: Feed;
  readonly log: CompanyLog;
  readonly from: Positions;
  readonly filter: FeedFilter;
  /** Throws where the caller may not follow this company any more. */
  readonly recheck: () => Promise<void>;
}

/** Resolves when the stream has ended, whoever ended it. */
export async function stream(given: Stream, raw: ServerResponse): Promise<StreamEnd> {
  const { feed, log, from, filter } = given;
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  if (raw.destroyed) gone.abort();
  const line = openLine(raw, log.companyId, from);
  const ends = watchOver(given, line);
  const unlisten = hearRunLogs(given, raw, line);
  const stop = AbortSignal.any([gone.signal, ends.signal]);
  try {
    for await (const step of follow(log, from, stop)) {
      if (!step) continue;
      const { entry, positions } = step;
      line.stand(positions);
      if (!passes(filter, entry)) continue;
      line.send(entry.text);
      feed.metrics.feedEvents.inc();
      if (raw.writableLength > UNREAD_BYTES_MAX && !(await drained(raw, feed.slowMs, stop))) {
        raw.destroy();
        return stop.aborted ? 'left' : 'slow';
      }
    }
    return gone.signal.aborted ? 'left' : ends.reason();
  } catch (error) {
    line.say('error', error);
    return 'log';
  } finally {
    unlisten();
    ends.close();
    raw.end(retryHint() + '\n');
  }
}

/** Whoever reads slowly goes without: the offset of the next piece shows what is missing. */
function hearRunLogs({ feed, log, filter }: Stream, raw: ServerResponse, line: Line): () => void {
  if (!wantsRunLogs(filter)) return () => undefined;
  return feed.runLogs.listen(log.companyId, (piece) => {
    if (raw.writableLength > PIECES_UNREAD_MAX || !passes(filter, piece)) return;
    line.tell(RUN_LOG, piece.text);
  });
}

interface Line {
  /** What was passed is behind the reader, whether it was sent or not. */
  stand(positions: Positions): void;
  send(text: string): void;
  /** No event: it has no cursor, and nobody goes on from it. */
  tell(name: string, text: string): void;
  say(name: string, error: unknown): void;
  beat(): void;
}

/** The reader has a cursor from the first line on, and a newer one with every heartbeat. */
function openLine(raw: ServerResponse, companyId: string, from: Positions): Line {
  let at = from;
  let told = from;
  const id = (): string => {
    told = at;
    return `id: ${cursorOf(companyId, at)}\n`;
  };
  const tell = (name: string, text: string): void =>
    void raw.write(`event: ${name}\ndata: ${text}\n\n`);
  raw.write(`${retryHint()}${id()}\n`);
  return {
    stand(positions) {
      at = positions;
    },
    send: (text) => void raw.write(`${id()}data: ${text}\n\n`),
    tell,
    say(name, error) {
      const problem = error instanceof Refusal ? problemOf(error) : problemOf(unavailable);
      tell(name, JSON.stringify(problem));
    },
    beat: () => void raw.write(told === at ? ':\n\n' : `:\n${id()}\n`),
  };
}

const unavailable = new Refusal('unavailable');

/** Beats, asks again who reads, and hears that the process stops. */
function watchOver({ feed, recheck }: Stream, line: Line) {
  const ends = new AbortController();
  const state: { reason: StreamEnd } = { reason: 'draining' };
  const drain = (): void => ends.abort();
  feed.stopping.addEventListener('abort', drain, { once: true });
  if (feed.stopping.aborted) drain();
  const beat = setInterval(line.beat, HEARTBEAT_MS);
  const check = setInterval(() => {
    recheck().catch((error: unknown) => {
      // Whether a credential counts is not said by a database that is away.
      if (!(error instanceof Refusal) || error.status >= 429 || ends.signal.aborted) return;
      state.reason = 'unauthorised';
      line.say('error', error);
      ends.abort();
    });
  }, RECHECK_MS);
  return {
    signal: ends.signal,
    reason: () => state.reason,
    close() {
      clearInterval(beat);
      clearInterval(check);
      feed.stopping.removeEventListener('abort', drain);
    },
  };
}

/** Whether the connection has taken what was written, in time. */
async function drained(
  raw: ServerResponse,
  patienceMs: number,
  stop: AbortSignal,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<true>();
  const done = (): void => resolve(true);
  raw.once('drain', done);
  const patience = new AbortController();
  const given = AbortSignal.any([patience.signal, stop]);
  const late = pause(patienceMs, false, { signal: given }).catch(() => false);
  try {
    return await Promise.race([promise, late]);
  } finally {
    raw.off('drain', done);
    patience.abort();
  }
}
