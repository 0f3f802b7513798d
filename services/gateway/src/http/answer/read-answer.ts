/**
 * The answer to a read: 304 for a client that has it, else its bytes, compressed where that is worth
 * it. Both are the business of private caches only: an answer depends on who asks.
 */
import { isTagged } from '@muster/contracts';
import type { GatewayContext } from '../context.ts';
import type { RouteRequest } from '../request/route-request.ts';
import type { Outcome } from '../../upstream/outcome.ts';
import { entityTagOf, isKnown } from './entity-tag.ts';
import type { Answer } from './send-answer.ts';

const NOT_MODIFIED = 304;
const PRIVATE_VARY = 'Authorization, Cookie, Accept-Encoding';

type Read = Pick<RouteRequest, 'plan' | 'request' | 'exchange' | 'chosen'>;

export async function readAnswer(
  { compress }: Pick<GatewayContext, 'compress'>,
  { plan, request, exchange, chosen }: Read,
  outcome: Outcome,
  { status, body, headers = {} }: Answer,
): Promise<Answer> {
  const isShared = headers['cache-control'] === SHARED;
  if (status !== 200 || outcome.live || !(isShared || isTagged(plan.operation))) {
    return { status, body, headers };
  }
  const { nextCursor } = outcome;
  const hasVersion = plan.showsVersion && chosen === undefined;
  const etag = entityTagOf({ body, nextCursor, hasVersion });
  const tagged: Answer['headers'] = {
    'cache-control': 'private, no-cache',
    vary: isShared ? 'Accept-Encoding' : PRIVATE_VARY,
    ...headers,
    etag,
  };
  const sent = request.raw.headers;
  if (isKnown(sent['if-none-match'], etag)) {
    return { status: NOT_MODIFIED, body: '', headers: tagged };
  }
  if (
    request.method === 'HEAD' ||
    mayBeForeign(exchange.credential?.kind, sent['sec-fetch-site'])
  ) {
    return { status, body, headers: tagged };
  }
  const packed = await compress({ body, acceptEncoding: sent['accept-encoding'] });
  if (packed === undefined) return { status, body, headers: tagged };
  return { status, body: packed, headers: { ...tagged, 'content-encoding': 'gzip' } };
}

/** The header of texts that are the same for everybody, and that are read without a credential. */
export const SHARED = 'no-cache';

/**
 * A page of another site can have a browser send a cookie and see how long the answer is. Compressed,
 * its length would tell whether the answer has what the page has put into the request.
 */
const mayBeForeign = (credential: string | undefined, site: unknown): boolean =>
  credential === 'session' && site !== 'same-origin';
