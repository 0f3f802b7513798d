/**
 * Follows the events of a company for as long as the signal allows, and says in which state the line is.
 * By fetch and not by EventSource, which hides the status and the body of a refusal. 35 seconds without a
 * byte are the end of a connection: the server sends something every 15.
 */
import { createParser } from 'eventsource-parser';
import { credentialHeaders } from './call.ts';
import { isProblem, noAnswer, problemOf } from './problem.ts';

export type Line =
  | { readonly state: 'catching up' }
  | { readonly state: 'live' }
  | { readonly state: 'ended' }
  | { readonly state: 'down'; readonly since: number; readonly retryAt: number };

export interface Follower {
  readonly companyId: string;
  readonly query?: string;
  readonly signal: AbortSignal;
  /** Where to continue; undefined: from now on. */
  readonly after: string | undefined;
  readonly onEvent: (type: string, data: unknown, cursor: string | undefined) => void;
  readonly onLine: (line: Line) => void;
  /** What was missed cannot be sent again: everything that is shown has to be read anew. */
  readonly onGap: () => void;
}

const SILENCE_MAX_MS = 35_000;
const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 30_000;

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
      cursor = undefined;
      follower.onGap();
      continue;
    }
    downSince ??= Date.now();
    follower.onLine({ state: 'down', since: downSince, retryAt: Date.now() + pause });
    await untilRetry(pause, follower.signal);
    follower.onLine({ state: 'catching up' });
    pause = Math.min(pause * 2, RETRY_MAX_MS);
  }
}

/** Reads one connection to its end; answers with the reason of that end. */
async function readStream(
  { companyId, query = '', signal, onEvent }: Follower,
  after: string | undefined,
  opened: () => void,
  keep: (cursor: string) => void,
): Promise<unknown> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
  try {
    const response = await fetch(`/api/companies/${companyId}/events${query}`, {
      headers: {
        ...credentialHeaders(),
        accept: 'text/event-stream',
        ...(after === undefined ? {} : { 'last-event-id': after }),
      },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || !response.body) return await problemOf(response);
    opened();
    const parser = createParser({
      onEvent: ({ event, data, id }) => {
        if (id !== undefined) keep(id);
        onEvent(event ?? 'message', JSON.parse(data), id);
      },
    });
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
      parser.feed(text);
    }
    return noAnswer();
  } catch (error) {
    return error;
  } finally {
    clearTimeout(timer);
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
