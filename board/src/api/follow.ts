/**
 * Follows a stream of events for as long as the signal allows, and says in which state the line is.
 * By fetch and not by EventSource, which hides the status and the body of a refusal. 35 seconds without a
 * byte are the end of a connection: the server sends something every 15.
 */
import { openParser } from '@muster/client/transport';
import { credentialHeaders } from './call.ts';
import { nextPauseMs, RETRY_MIN_MS } from '../domain/line.ts';
import { isProblem, noAnswer, problemIn, problemOf, type Problem } from './problem.ts';

export type Line =
  | { readonly state: 'catching up' }
  | { readonly state: 'live' }
  | { readonly state: 'ended' }
  | { readonly state: 'down'; readonly since: number; readonly retryAt: number };

export interface Follower {
  readonly path: string;
  readonly signal: AbortSignal;
  /** Where to continue; undefined: from now on. */
  readonly after: string | undefined;
  readonly onEvent: (type: string, data: unknown, cursor: string | undefined) => void;
  readonly onLine: (line: Line) => void;
  /** What was missed cannot be sent again: everything that is shown has to be read anew. */
  readonly onGap: () => void;
  /** The position after everything that was sent, also where no event was. */
  readonly onCursor?: (cursor: string) => void;
  /** The caller may no longer follow what the path names. */
  readonly onDenied?: () => void;
}

const SILENCE_MAX_MS = 35_000;

export async function follow(follower: Follower): Promise<void> {
  let cursor = follower.after;
  let downSince: number | undefined;
  let pause = RETRY_MIN_MS;
  while (!follower.signal.aborted) {
    const opened = (): void => {
      // What was lost between two streams without a cursor is read anew.
      if (downSince !== undefined && cursor === undefined) follower.onGap();
      downSince = undefined;
      pause = RETRY_MIN_MS;
      follower.onLine({ state: 'live' });
    };
    const keep = (next: string): void => void (cursor = next);
    const failure = await readStream(follower, cursor, opened, keep);
    if (follower.signal.aborted) return;
    if (isProblem(failure) && failure.fields.status === 401) {
      return follower.onLine({ state: 'ended' });
    }
    if (isProblem(failure, 'cursor_too_old', 'invalid_cursor')) {
      // Read anew after the position of the cursor is known, so that nothing falls between.
      cursor = cursorAfter(failure);
      follower.onGap();
      if (cursor !== undefined) continue;
    }
    if (isProblem(failure, 'company_not_found')) follower.onDenied?.();
    downSince ??= Date.now();
    follower.onLine({ state: 'down', since: downSince, retryAt: Date.now() + pause });
    await untilRetry(pause, follower.signal);
    follower.onLine({ state: 'catching up' });
    pause = nextPauseMs(pause);
  }
}

/** Where a stream goes on whose cursor was too old. */
function cursorAfter({ fields: { details } }: Problem): string | undefined {
  if (typeof details !== 'object' || details === null || !('cursor' in details)) return undefined;
  return typeof details.cursor === 'string' ? details.cursor : undefined;
}

/** Reads one connection to its end; answers with the reason of that end. */
async function readStream(
  { path, signal, onEvent, onCursor }: Follower,
  after: string | undefined,
  opened: () => void,
  keep: (cursor: string) => void,
): Promise<unknown> {
  const silence = new AbortController();
  const end = (): void => silence.abort();
  let timer = setTimeout(end, SILENCE_MAX_MS);
  // Where the machine has lost its network, nothing would tell so until the silence is long.
  addEventListener('offline', end, { signal: silence.signal });
  try {
    const response = await fetch(path, {
      headers: {
        ...credentialHeaders(),
        accept: 'text/event-stream',
        ...(after === undefined ? {} : { 'last-event-id': after }),
      },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || !response.body) return await problemOf(response);
    opened();
    let last: string | undefined;
    let reason: Problem | undefined;
    const parser = openParser();
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = setTimeout(end, SILENCE_MAX_MS);
      for (const { name, data, id } of parser.push(text)) {
        if (id !== undefined) keep((last = id));
        // Why the server ends this connection; everything else is an event of a company.
        if (name === 'error') reason = problemIn(JSON.parse(data ?? '{}'));
        else if (data !== undefined) onEvent(name, JSON.parse(data), id);
      }
      if (last !== undefined) onCursor?.(last);
    }
    return reason ?? noAnswer();
  } catch (error) {
    return error;
  } finally {
    clearTimeout(timer);
    end();
  }
}

/** Sooner than the pause says where the browser is online again or the page is looked at again. */
function untilRetry(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const heard = new AbortController();
  const go = (): void => {
    heard.abort();
    clearTimeout(timer);
    resolve();
  };
  const timer = setTimeout(go, ms);
  const options = { signal: heard.signal };
  addEventListener('online', go, options);
  document.addEventListener('visibilitychange', () => document.hidden || go(), options);
  signal.addEventListener('abort', go, options);
  return promise;
}
