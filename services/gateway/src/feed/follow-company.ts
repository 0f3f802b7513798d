/** Follows the events of companies, as a stream of server-sent events or as a long poll. */
import { requireCaller, composed, Refusal, RUN_LOG, scopeOf, type Actor } from '@muster/contracts';
import { pageSize, type Db } from '@muster/service-kit';
import { listKnownCompanies } from '../copies/store/companies.ts';
import type { Authenticator } from '../identity/authentication/authenticate.ts';
import type { CallContext, ComposedCall } from '../upstream/composed-call.ts';
import type { Outcome } from '../upstream/outcome.ts';
import { requireKnownEvents } from './event-names.ts';
import type { FeedFilter } from './domain/feed-filter.ts';
import { cursorOf, cursorOfCompanies, type CursorForm } from './feed-cursor.ts';
import type { Feed } from './open-feed.ts';
import { openReader, type Reader } from './open-reader.ts';
import { poll } from './poll.ts';
import { writeStream } from './stream.ts';

interface FollowInput extends FeedFilter {
  readonly wait?: number | undefined;
  readonly after?: string | undefined;
  readonly lastEventId?: string | undefined;
  readonly limit: number;
}

/** Which companies a request follows, and the form of its cursors. */
interface Followed {
  readonly input: FollowInput;
  readonly companyIds: readonly string[];
  readonly form: CursorForm;
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

export const followCompany =
  (options: FollowOptions): ComposedCall =>
  (given, call) => {
    const input = given as unknown as FollowInput & { readonly companyId: string };
    const { companyId } = input;
    return follow(options, { input, companyIds: [companyId], form: cursorOf(companyId) }, call);
  };

export const followCompanies =
  (options: FollowOptions): ComposedCall =>
  (given, call) => {
    const input = given as unknown as FollowInput & { readonly companyIds: readonly string[] };
    const companyIds = [...new Set(input.companyIds.map((id) => id.toLowerCase()))];
    // No path names them, so it was not checked yet whether they are the caller's.
    for (const companyId of companyIds) requireFollowed(call.actor, companyId);
    return follow(options, { input, companyIds, form: cursorOfCompanies }, call);
  };

async function follow(
  options: FollowOptions,
  followed: Followed,
  call: CallContext,
): Promise<Outcome> {
  const { input, companyIds } = followed;
  const { actor, client } = call;
  requireKnownEvents('types', input.types ?? [], [RUN_LOG]);
  const known = await listKnownCompanies(options.db, scopeOf(actor), companyIds);
  if (known.length < companyIds.length) throw new Refusal('company_not_found');
  const waitSeconds = waitOf(input, client.headers.accept);
  const releaseSlot = options.feed.reserveStream(actor);
  try {
    const reader = await openReader(
      options.feed,
      { companyIds, form: followed.form, cursor: cursorIn(input) },
      releaseSlot,
    );
    if (waitSeconds !== undefined) {
      return await pollOnce(options, followed, call, { ...reader, waitSeconds });
    }
    if (client.method === 'HEAD') {
      reader.release();
      return { body: '', headers: streamHeaders };
    }
    return streamOf(options, followed, call, reader);
  } catch (error) {
    releaseSlot();
    throw error;
  }
}

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

const requireFollowed = (actor: Actor, companyId: string): void =>
  requireCaller(composed.followCompany, actor, companyId);

/** Checks that the credential is still valid, and for these companies. */
const recheckOf =
  ({ authenticator }: FollowOptions, { companyIds }: Followed, { client }: CallContext) =>
  async (): Promise<void> => {
    const { method, headers, address } = client;
    const { actor } = await authenticator.authenticateAgain({ method, headers, address });
    for (const companyId of companyIds) requireFollowed(actor, companyId);
  };

const streamOf = (
  options: FollowOptions,
  followed: Followed,
  call: CallContext,
  { logs, release }: Reader,
): Outcome => {
  const { feed } = options;
  const { input: filter, form } = followed;
  const recheck = recheckOf(options, followed, call);
  return {
    body: '',
    headers: streamHeaders,
    live: async (raw) => {
      try {
        const reason = await writeStream({ feed, logs, form, filter, recheck }, raw);
        feed.metrics.feedEnds.inc({ reason });
      } finally {
        release();
      }
    },
  };
};

async function pollOnce(
  options: FollowOptions,
  followed: Followed,
  call: CallContext,
  { logs, release, waitSeconds }: Reader & { readonly waitSeconds: number },
): Promise<Outcome> {
  const { feed } = options;
  const { input, form } = followed;
  const stop = AbortSignal.any([call.client.disconnected(), feed.stopping]);
  try {
    const waitMs = waitSeconds * 1_000;
    const limit = pageSize(input.limit);
    const { texts, positions } = await poll({ logs, filter: input, limit, waitMs, stop });
    if (waitMs > 0) await recheckOf(options, followed, call)();
    feed.metrics.feedEvents.inc(texts.length);
    return { body: `[${texts.join(',')}]`, headers: { 'next-cursor': form.encode(positions) } };
  } finally {
    release();
  }
}
