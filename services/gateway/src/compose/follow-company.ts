/** Following a company: as a stream of server-sent events, or one question for what comes next. */
import { checkCaller, composed, Refusal, RUN_LOG, scopeOf } from '@muster/contracts';
import { pageSize, type Db } from '@muster/service-kit';
import type { Authenticator } from '../auth/authenticate.ts';
import { refuseUnknownEvents } from '../domain/event-names.ts';
import type { FeedFilter } from '../domain/feed-filter.ts';
import type { Positions } from '../domain/feed-position.ts';
import type { Outcome } from '../http/outcome.ts';
import type { CompanyLog } from '../live/company-log.ts';
import { cursorOf, positionsOf } from '../live/feed-cursor.ts';
import type { Feed } from '../live/open-feed.ts';
import { poll } from '../live/poll.ts';
import { stream } from '../live/stream.ts';
import { findCompany } from '../store/companies.ts';
import type { ComposedCall, OnBehalf } from './composed-calls.ts';

interface FollowInput extends FeedFilter {
  readonly companyId: string;
  readonly wait?: number | undefined;
  readonly after?: string | undefined;
  readonly lastEventId?: string | undefined;
  readonly limit: number;
}

export interface Follower {
  readonly db: Db;
  readonly authenticator: Pick<Authenticator, 'authenticateAgain'>;
  readonly feed: Feed;
}

/** Proxies that collect an answer before they pass it on are asked not to. */
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

interface Opened {
  readonly log: CompanyLog;
  readonly from: Positions;
  /** Gives the place and the log back. */
  readonly leave: () => void;
}

export const followCompany = (follower: Follower): ComposedCall => async (given, call) => {
  const input = given as unknown as FollowInput;
  const { actor, asked } = call;
  refuseUnknownEvents('types', input.types ?? [], [RUN_LOG]);
  if (!(await findCompany(follower.db, scopeOf(actor), input.companyId))) {
    throw new Refusal('company_not_found');
  }
  const waitSeconds = waitOf(input, asked.headers.accept);
  const leavePlace = follower.feed.enter(actor.id);
  try {
    const { log, from, leave } = await openAt(follower, input, leavePlace);
    if (waitSeconds !== undefined) {
      return await pollOnce(follower, input, call, { log, from, leave, waitSeconds });
    }
    if (asked.method === 'HEAD') {
      leave();
      return { body: '', headers: streamHeaders };
    }
    return streamOf(follower, input, call, { log, from, leave });
  } catch (error) {
    leavePlace();
    throw error;
  }
};

/** Who wants JSON and does not say how long to wait has it at once. */
function waitOf({ wait }: FollowInput, accept = ''): number | undefined {
  if (wait !== undefined) return wait;
  const wantsStream = /text\/event-stream|\*\/\*|^\s*$/.test(accept);
  return wantsStream || !accept.includes('json') ? undefined : 0;
}

/** What a client saw last; its own header is newer than the address it connects to again. */
const cursorIn = ({ lastEventId, after }: FollowInput): string | undefined =>
  lastEventId ? lastEventId : after;

async function openAt(
  { feed }: Follower,
  input: FollowInput,
  leavePlace: () => void,
): Promise<Opened> {
  const { companyId } = input;
  const cursor = cursorIn(input);
  const positions = cursor === undefined ? undefined : positionsOf(companyId, cursor);
  const { log, release } = await feed.open(companyId);
  const leave = (): void => {
    release();
    leavePlace();
  };
  if (!positions) return { log, from: log.positions(), leave };
  try {
    await log.verify(positions);
    return { log, from: positions, leave };
  } catch (error) {
    release();
    if (!(error instanceof Refusal) || error.code !== 'cursor_too_old') throw error;
    throw new Refusal('cursor_too_old', { cursor: cursorOf(companyId, log.positions()) });
  }
}

/** Asks again whether the credential counts, and for this company. */
const recheckOf = (
  { authenticator }: Follower,
  { companyId }: FollowInput,
  { asked }: OnBehalf,
) => async (): Promise<void> => {
  const { method, headers, address } = asked;
  const { actor } = await authenticator.authenticateAgain({ method, headers, address });
  checkCaller(composed.followCompany, actor, companyId);
};

const streamOf = (
  follower: Follower,
  input: FollowInput,
  call: OnBehalf,
  { log, from, leave }: Opened,
): Outcome => {
  const { feed } = follower;
  const recheck = recheckOf(follower, input, call);
  return {
    body: '',
    headers: streamHeaders,
    live: async (raw) => {
      try {
        const reason = await stream({ feed, log, from, filter: input, recheck }, raw);
        feed.metrics.feedEnds.inc({ reason });
      } finally {
        leave();
      }
    },
  };
};

async function pollOnce(
  follower: Follower,
  input: FollowInput,
  call: OnBehalf,
  { log, from, leave, waitSeconds }: Opened & { readonly waitSeconds: number },
): Promise<Outcome> {
  const { feed } = follower;
  const stop = AbortSignal.any([call.asked.gone(), feed.stopping]);
  try {
    const waitMs = waitSeconds * 1_000;
    const limit = pageSize(input.limit);
    const { texts, positions } = await poll({ log, from, filter: input, limit, waitMs, stop });
    if (waitMs > 0) await recheckOf(follower, input, call)();
    feed.metrics.feedEvents.inc(texts.length);
    return {
      body: `[${texts.join(',')}]`,
      headers: { 'next-cursor': cursorOf(input.companyId, positions) },
    };
  } finally {
    leave();
  }
}
