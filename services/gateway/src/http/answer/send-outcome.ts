/** Answers a request with the outcome of its operation. */
import { PAGE_MAX, selectFrom } from '@muster/contracts';
import type { Outcome } from '../../upstream/outcome.ts';
import type { GatewayContext } from '../context.ts';
import { mediaTypeHeaders, render } from '../request/media-types.ts';
import type { RouteRequest } from '../request/route-request.ts';
import { sendAnswer, sendStream } from './send-answer.ts';
import { hasSettled } from './has-settled.ts';
import { ignoredHeader, withIgnoredFields } from './ignored-fields.ts';
import { readAnswer } from './read-answer.ts';
import { locationOf } from './location-of.ts';

/** Waits first until the effects of a write are visible in the services that its contract names. */
export async function sendOutcome(
  context: GatewayContext,
  routed: RouteRequest,
  outcome: Outcome,
): Promise<void> {
  const { plan, request, reply, ignored, chosen, idempotencyKey } = routed;
  const { nextCursor, leftOut, position, replayed } = outcome;
  const { produces } = plan.operation;
  context.inFlight.release(request);
  const named: Record<string, string> = produces ? { ...mediaTypeHeaders[produces] } : {};
  const body = withIgnoredFields(routed, bodyOf(routed, outcome));
  if (chosen?.isMinimal) named['preference-applied'] = 'return=minimal';
  if (ignored.length > 0) named['ignored-fields'] = ignoredHeader(ignored);
  if (idempotencyKey !== undefined && replayed) named['idempotent-replayed'] = 'true';
  const { location } = plan.operation;
  if (location) named['location'] = locationOf(location, routed.input, outcome.body);
  if (plan.operation.paged && Number(routed.input['limit']) > PAGE_MAX) {
    named['limit-applied'] = String(PAGE_MAX);
  }
  if (leftOut) named['left-out'] = String(leftOut);
  if (nextCursor) nameNextPage(request.url, nextCursor, named);
  if (position) {
    const { producer, companyId, seq } = position;
    named['consistency-token'] = `${producer}:${companyId}:${seq}`;
    const { startedAt, traceparent } = routed.exchange;
    const isSettled = await hasSettled(context, { plan, startedAt, traceparent }, outcome);
    if (!isSettled) named['consistency'] = 'pending';
  }
  const status = outcome.status ?? plan.status;
  const headers = { ...named, ...outcome.headers };
  if (outcome.live) sendStream(context, request, reply, { status, headers, live: outcome.live });
  else
    sendAnswer(
      context,
      request,
      reply,
      await readAnswer(context, routed, outcome, { status, body, headers }),
    );
}

/** The bytes that came, unless the client asked for another form or for a part of them. */
function bodyOf({ plan, chosen }: RouteRequest, { body, live }: Outcome): Buffer | string {
  const { produces } = plan.operation;
  if (produces) return render(produces, body.toString());
  if (!chosen || live) return body;
  const answer: unknown = JSON.parse(body.toString());
  return JSON.stringify(selectFrom(chosen.selectable, chosen.selection, answer));
}

/** Adds the cursor of the next page, and a link to the same request with it. */
function nameNextPage(url: string, cursor: string, named: Record<string, string>): void {
  // A value may have a question mark, too.
  const [path = '', ...query] = url.split('?');
  const next = new URLSearchParams(query.join('?'));
  next.set('cursor', cursor);
  named['next-cursor'] = cursor;
  named['link'] = `<${path}?${next.toString()}>; rel="next"`;
}
