/**
 * Reads in progress, so that none is started twice: its caller sends a request again when no answer
 * has come for a while, and a slow read would then be made slower by another one like it. The later
 * attempt gets the answer of the earlier. For writes the stored answer does this.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Request } from './request.ts';

export interface ReadsInProgress<Reply> {
  /** The reply of the read that an earlier attempt has started, or that of this one. */
  readOnce(request: Request, read: () => Promise<Reply>): Promise<Reply>;
}

interface Read<Reply> {
  readonly request: Request;
  readonly reply: Promise<Reply>;
}

/** There are not more of them than requests in flight. */
export function openReadsInProgress<Reply>(): ReadsInProgress<Reply> {
  const reads = new Map<string, Read<Reply>>();
  return {
    readOnce(request, read) {
      const key = `${request.name} ${request.requestId}`;
      const earlier = request.attempt > 1 ? reads.get(key) : undefined;
      if (earlier && isSame(earlier.request, request)) return earlier.reply;
      const started = { request, reply: read() };
      const end = () => {
        if (reads.get(key) === started) reads.delete(key);
      };
      reads.set(key, started);
      started.reply.then(end, end);
      return started.reply;
    },
  };
}

/** One request of a client may ask the same operation several times, with the same id. */
const isSame = (one: Request, other: Request): boolean =>
  isDeepStrictEqual([one.actor, one.input], [other.actor, other.input]);
