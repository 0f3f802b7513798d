/** The feed: events as they happen, over as many connections as it takes. */
import { isRecord, Refusal, refusalOf } from './refusal.ts';
import { isWorthAnotherTry, pause, pauseBefore } from './retry.ts';
import type { Request } from './request.ts';
import type { Connection } from './send.ts';
import { openParser } from './server-sent-events.ts';

/** The service sends something every 15 seconds; a line that is silent for longer is dead. */
const SILENCE_MAX_MS = 35_000;

export interface Followed<Event> extends AsyncIterable<Event> {
  /**
   * The position after the last event that was taken: `after` of a later call goes on there. Undefined before
   * the first connection.
   */
  readonly cursor: string | undefined;
}

/**
 * A cut goes on after the last event that was taken, so none is missed and none comes twice. It ends with the
 * signal, which is no error, or with a refusal: `cursor_too_old` has in its details the cursor to go on from.
 *
 * @param after the cursor to begin after; undefined: from now on
 */
export function follow<Event>(
  connection: Connection,
  request: Request,
  { after, signal }: { readonly after: string | undefined; readonly signal?: AbortSignal },
): Followed<Event> {
  let cursor = after;
  async function* events(): AsyncGenerator<Event> {
    for (let tries = 1; !signal?.aborted; tries += 1) {
      let retryAfter: string | null = null;
      try {
        for await (const { data, id } of readOnce(connection, request, cursor, signal)) {
          tries = 0;
          cursor = id ?? cursor;
          if (data !== undefined) yield JSON.parse(data);
        }
      } catch (error) {
        if (error instanceof Refusal && !isWorthAnotherTry(error)) throw error;
        if (error instanceof Busy) retryAfter = error.retryAfter;
      }
      const ms = pauseBefore(Math.min(tries, 6), retryAfter) ?? SILENCE_MAX_MS;
      await pause(ms, signal).catch(() => undefined);
    }
  }
  return {
    get cursor() {
      return cursor;
    },
    [Symbol.asyncIterator]: events,
  };
}

/** A refusal that passes, with the header that says when. */
class Busy extends Error {
  readonly retryAfter: string | null;
  constructor(retryAfter: string | null) {
    super('busy');
    this.retryAfter = retryAfter;
  }
}

/** The events of one connection, to its end. */
async function* readOnce(
  { url, headers, fetch: ask }: Connection,
  request: Request,
  after: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ readonly data: string | undefined; readonly id: string | undefined }> {
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => end.abort(), SILENCE_MAX_MS);
  };
  heard();
  try {
    const response = await ask(`${url}${request.path}`, {
      headers: {
        ...headers,
        accept: 'text/event-stream',
        ...(after === undefined ? {} : { 'last-event-id': after }),
      },
      signal: signal ? AbortSignal.any([signal, end.signal]) : end.signal,
    });
    if (!response.ok || !response.body) {
      const refusal = await refusalOf(response);
      throw isWorthAnotherTry(refusal) ? new Busy(response.headers.get('retry-after')) : refusal;
    }
    const parser = openParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      for (const event of parser.push(value)) {
        if (event.name === 'error') throw refusalIn(event.data ?? '{}');
        yield event;
      }
    }
  } finally {
    clearTimeout(timer);
    end.abort();
  }
}

/** Why the service ends this connection. */
function refusalIn(data: string): Refusal {
  const body: unknown = JSON.parse(data);
  return new Refusal(0, isRecord(body) ? body : {});
}
