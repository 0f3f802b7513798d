/** Follows a company's events, as a stream of server-sent events or as a long poll. */
import { requireCaller, composed, Refusal, RUN_LOG, scopeOf } from '@muster/contracts';
import { pageSize, type Db } from '@muster/service-kit';
import { findCompany } from '../copies/store/companies.ts';
import type { Authenticator } from '../identity/authentication/authenticate.ts';
import type { CallContext, ComposedCall } from '../upstream/composed-call.ts';
import type { Outcome } from '../upstream/outcome.ts';
import type { CompanyLog } from './company-log.ts';
import { requireKnownEvents } from './event-names.ts';
import type { FeedFilter } from './domain/feed-filter.ts';
import type { Positions } from './domain/feed-position.ts';
import { encodeFeedCursor, decodeFeedCursor } from './feed-cursor.ts';
import type { Feed } from './open-feed.ts';
import { poll } from './poll.ts';
import { writeStream } from './stream.ts';

interface FollowInput extends FeedFilter {
  readonly companyId: string;
  readonly wait?: number | undefined;
  readonly after?: string | undefined;
  readonly lastEventId?: string | undefined;
  readonly limit: number;
}

export interface FollowOptions {
  readonly db: Db;
  readonly authenticator: Pick<Authenticator, 'authenticateAgain'>;
  readonly feed: Feed;
}

/** Asks proxies not to buffer the stream. */
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

interface Reader {
  readonly log: CompanyLog;
  readonly from: Positions;
  /** Releases the log and the stream's slot. */
  readonly release: () => void;
}

export const followCompany =
  (options: FollowOptions): ComposedCall =>
  async (given, call) => {
    const input = given as unknown as FollowInput;
    const { actor, client } = call;
    requireKnownEvents('types', input.types ?? [], [RUN_LOG]);
    if (!(await findCompany(options.db, scopeOf(actor), input.companyId))) {
      throw new Refusal('company_not_found');
    }
    const waitSeconds = waitOf(input, client.headers.accept);
    const releaseSlot = options.feed.reserveStream(actor.id);
    try {
      const reader = await openReader(options, input, releaseSlot);
      if (waitSeconds !== undefined) {
        return await pollOnce(options, input, call, { ...reader, waitSeconds });
      }
      if (client.method === 'HEAD') {
        reader.release();
        return { body: '', headers: streamHeaders };
      }
      return streamOf(options, input, call, reader);
    } catch (error) {
      releaseSlot();
      throw error;
    }
  };

/** Seconds to wait of a poll, undefined for a stream; a client that only accepts JSON polls. */
function waitOf({ wait }: FollowInput, accept = ''): number | undefined {
  if (wait !== undefined) return wait;
  const wantsStream = /text\/event-stream|\*\/\*|^\s*$/.test(accept);
  return wantsStream || !accept.includes('json') ? undefined : 0;
}

/**
 * `Last-Event-ID` is newer than `after`, which is a part of the address that a client reconnects
 * to.
 */
const cursorIn = ({ lastEventId, after }: FollowInput): string | undefined =>
  lastEventId ? lastEventId : after;

async function openReader(
  { feed }: FollowOptions,
  input: FollowInput,
  releaseSlot: () => void,
): Promise<Reader> {
  const { companyId } = input;
  const cursor = cursorIn(input);
  const positions = cursor === undefined ? undefined : decodeFeedCursor(companyId, cursor);
  const { log, release: releaseLog } = await feed.open(companyId);
  const release = (): void => {
    releaseLog();
    releaseSlot();
  };
  if (!positions) return { log, from: log.positions(), release };
  try {
    await log.verify(positions);
    return { log, from: positions, release };
  } catch (error) {
    releaseLog();
    if (!(error instanceof Refusal) || error.code !== 'cursor_too_old') throw error;
    throw new Refusal('cursor_too_old', { cursor: encodeFeedCursor(companyId, log.positions()) });
  }
}

/** Checks that the credential is still valid, and for this company. */
const recheckOf =
  ({ authenticator }: FollowOptions, { companyId }: FollowInput, { client }: CallContext) =>
  async (): Promise<void> => {
    const { method, headers, address } = client;
    const { actor } = await authenticator.authenticateAgain({ method, headers, address });
    requireCaller(composed.followCompany, actor, companyId);
  };

const streamOf = (
  options: FollowOptions,
  input: FollowInput,
  call: CallContext,
  { log, from, release }: Reader,
): Outcome => {
  const { feed } = options;
  const recheck = recheckOf(options, input, call);
  return {
    body: '',
    headers: streamHeaders,
    live: async (raw) => {
      try {
        const reason = await writeStream({ feed, log, from, filter: input, recheck }, raw);
        feed.metrics.feedEnds.inc({ reason });
      } finally {
        release();
      }
    },
  };
};

async function pollOnce(
  options: FollowOptions,
  input: FollowInput,
  call: CallContext,
  { log, from, release, waitSeconds }: Reader & { readonly waitSeconds: number },
): Promise<Outcome> {
  const { feed } = options;
  const stop = AbortSignal.any([call.client.disconnected(), feed.stopping]);
  try {
    const waitMs = waitSeconds * 1_000;
    const limit = pageSize(input.limit);
    const { texts, positions } = await poll({ log, from, filter: input, limit, waitMs, stop });
    if (waitMs > 0) await recheckOf(options, input, call)();
    feed.metrics.feedEvents.inc(texts.length);
    return {
      body: `[${texts.join(',')}]`,
      headers: { 'next-cursor': encodeFeedCursor(input.companyId, positions) },
    };
  } finally {
    release();
  }
}
