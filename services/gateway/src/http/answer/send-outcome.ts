/** Answers a request with the outcome of its operation. */
import { selectFrom, type Operation, type Settles } from '@muster/contracts';
import type { LogPosition, Outcome } from '../../upstream/outcome.ts';
import type { GatewayContext } from '../context.ts';
import { namesOf } from '../request/input.ts';
import { mediaTypeHeaders, render } from '../request/media-types.ts';
import type { RouteRequest } from '../request/route-request.ts';
import { nearestName } from '../similar/nearest-name.ts';
import { sendAnswer, sendStream } from './send-answer.ts';
import { settle } from './settle.ts';

/** Ignored names that one answer lists at most. */
const IGNORED_MAX = 20;
/** Longest part of a name that is repeated in an answer. */
const IGNORED_NAME_MAX = 200;

/** Waits first until the effects of a write are visible in the services that its contract names. */
export async function sendOutcome(
  context: GatewayContext,
  routed: RouteRequest,
  outcome: Outcome,
): Promise<void> {
  const { plan, request, reply, ignored, chosen, idempotencyKey } = routed;
  const { nextCursor, position, replayed } = outcome;
  const { produces } = plan.operation;
  context.inFlight.release(request);
  const named: Record<string, string> = produces ? { ...mediaTypeHeaders[produces] } : {};
  const body = withIgnored(routed, bodyOf(routed, outcome));
  if (chosen?.isMinimal) named['preference-applied'] = 'return=minimal';
  if (ignored.length > 0) named['ignored-fields'] = ignoredHeader(ignored);
  if (idempotencyKey !== undefined && replayed) named['idempotent-replayed'] = 'true';
  const { location } = plan.operation;
  if (location) named['location'] = locationOf(location, routed, outcome);
  if (nextCursor) nameNextPage(request.url, nextCursor, named);
  if (position) {
    const { producer, companyId, seq } = position;
    named['consistency-token'] = `${producer}:${companyId}:${seq}`;
    const settles = settlesOf(context, plan.operation, outcome);
    const isSettled = !settles || (await settleTimed(context, routed, settles, position, replayed));
    if (!isSettled) named['consistency'] = 'pending';
  }
  const status = outcome.status ?? plan.status;
  const headers = { ...named, ...outcome.headers };
  if (outcome.live) sendStream(context, request, reply, { status, headers, live: outcome.live });
  else sendAnswer(context, request, reply, { status, body, headers });
}

/** The bytes that came, unless the client asked for another form or for a part of them. */
function bodyOf({ plan, chosen }: RouteRequest, { body, live }: Outcome): Buffer | string {
  const { produces } = plan.operation;
  if (produces) return render(produces, body.toString());
  if (!chosen || live) return body;
  const answer: unknown = JSON.parse(body.toString());
  return JSON.stringify(selectFrom(chosen.selectable, chosen.selection, answer));
}

/** An object names what was ignored; a list stays a list, and the header says it. */
function withIgnored({ plan, ignored }: RouteRequest, body: Buffer | string): Buffer | string {
  if (ignored.length === 0 || plan.operation.produces) return body;
  const text = body.toString();
  if (!text.startsWith('{"')) return body;
  const fields = ignored.slice(0, IGNORED_MAX).map((name) => ignoredField(name, namesOf(plan)));
  return `${text.slice(0, -1)},"ignoredFields":${JSON.stringify(fields)}}`;
}

function ignoredField(
  name: string,
  known: readonly string[],
): { readonly field: string; readonly nearest?: string } {
  const field = name.slice(0, IGNORED_NAME_MAX);
  const nearest = nearestName(name, known)?.name;
  return nearest === undefined ? { field } : { field, nearest };
}

/** The last parameter of the path is the id in the answer; others are fields of the input. */
function locationOf(path: string, { input }: RouteRequest, { body }: Outcome): string {
  const { id } = JSON.parse(body.toString()) as { id: string };
  const last = path.lastIndexOf('/:');
  const before = path
    .slice(0, last)
    .replaceAll(/:(\w+)/g, (_, name: string) => String(input[name]));
  return `${before}/${id}`;
}

/** A stored answer does not say what the write emitted, so it waits for the most. */
function settlesOf(
  { isNatsCluster }: GatewayContext,
  { settles, settlesAfter = {}, announcedTo }: Operation,
  { emitted = [], replayed }: Outcome,
): Settles | undefined {
  const type = Object.keys(settlesAfter).find((each) => replayed || emitted.includes(each));
  if (type !== undefined) return settlesAfter[type];
  if (!announcedTo || !isNatsCluster()) return settles;
  return { ...settles, ...Object.fromEntries(announcedTo.map((service) => [service, {}])) };
}

/** Whether the effects were visible in time; the wait is observed under its result. */
async function settleTimed(
  { rpc, settleDuration, settling }: GatewayContext,
  { plan, exchange }: RouteRequest,
  settles: Settles,
  position: LogPosition,
  replayed = false,
): Promise<boolean> {
  const { traceparent, startedAt } = exchange;
  const { requestId } = position;
  const holder = { company: position.companyId };
  // The effects are not waited for; the write is durable without them.
  if (!settling.take(holder)) return false;
  const because = replayed ? undefined : { requestId, since: earliestStart(startedAt) };
  const waitingSince = performance.now();
  const isSettled = await settle({ rpc, traceparent, because }, settles, position).finally(() =>
    settling.release(holder),
  );
  const outcome = isSettled ? 'settled' : 'pending';
  const seconds = (performance.now() - waitingSince) / 1_000;
  settleDuration.observe({ operation: plan.name, outcome }, seconds);
  return isSettled;
}

/** Clock skew assumed between two machines; too large a value only widens a search. */
const SKEW_MS = 5_000;

/** A time that is before the start of the request by the clock of any machine. */
const earliestStart = (startedAt: number): string =>
  new Date(Date.now() - (performance.now() - startedAt) - SKEW_MS).toISOString();

const ignoredHeader = (names: readonly string[]): string =>
  names
    .slice(0, IGNORED_MAX)
    .map((name) => encodeURIComponent(name).slice(0, IGNORED_NAME_MAX))
    .join(', ');

/** Adds the cursor of the next page, and a link to the same request with it. */
function nameNextPage(url: string, cursor: string, named: Record<string, string>): void {
  const [path = '', query = ''] = url.split('?', 2);
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  named['next-cursor'] = cursor;
  named['link'] = `<${path}?${next.toString()}>; rel="next"`;
}
