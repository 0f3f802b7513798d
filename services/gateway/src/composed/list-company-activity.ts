/** The activity of a company: read from all services in parallel and merged. */
import { serviceNames, type Activity, type ServiceName } from '@muster/contracts';
import { z } from 'zod';
import { decodeCursor, encodeCursor, pageSize, type Rpc } from '@muster/service-kit';
import { activityReader, type ReadActivity } from './activity-reader.ts';
import { mergeActivity, type ActivityPositions } from './domain/merge-activity.ts';
import { clientRequestIdOf } from '../upstream/domain/client-request-id.ts';
import type { ComposedCall } from '../upstream/composed-call.ts';

const LIST = 'activity';
/** In the order of the services. */
const Positions = z.array(z.int().min(1)).length(serviceNames.length);
/** Entries read at most from one service. */
const PART_MAX = 500;
/** Entries of one service that a page looks through for a filter that has no index. */
const STRETCH = 10_000;

interface Filters {
  readonly companyId: string;
  readonly actorId?: string;
  readonly entityId?: string;
  readonly since?: string;
  readonly until?: string;
  readonly clientRequestId?: string;
}
type ActivityInput = Filters & { readonly limit: number; readonly cursor?: string | undefined };

/** As the events have it, so that a client finds what it did by the id that it sent. */
const keptIdIn = (given: string | undefined): { readonly clientRequestId?: string } =>
  given === undefined ? {} : { clientRequestId: clientRequestIdOf(given) ?? given };

export const listCompanyActivity =
  (rpc: Rpc): ComposedCall =>
  async (given, call) => {
    const { limit, cursor, ...asked } = given as unknown as ActivityInput;
    const { companyId, clientRequestId } = asked;
    const filters = { ...asked, ...keptIdIn(clientRequestId) };
    const size = pageSize(limit);
    const partLimit = Math.min(size + 1, PART_MAX);
    const read = readerOf(activityReader(rpc, call), filters, partLimit);
    const before = positionsOf(companyId, cursor);
    const parts = await Promise.all(
      serviceNames.map(async (service) => [service, await read(service, before[service])] as const),
    );
    const { items, next } = mergeActivity(
      by(parts, ({ entries }) => entries),
      by(parts, (part) => part.before),
      { size, partLimit, ends: by(parts, ({ end }) => end), cut: by(parts, ({ cut }) => cut) },
    );
    const key = next && serviceNames.map((service) => next[service]);
    return {
      body: JSON.stringify(items),
      nextCursor: key && encodeCursor(LIST, companyId, key),
    };
  };

interface Part {
  readonly entries: readonly Activity[];
  /** Where the part begins, if that is known. */
  readonly before?: number | undefined;
  /** The newest entry that was not looked at; absent if all were. */
  readonly end?: Activity | undefined;
  /** Whether others follow that did not fit the answer of the service. */
  readonly cut?: boolean;
}

const by = <Value>(parts: readonly (readonly [ServiceName, Part])[], of: (part: Part) => Value) =>
  Object.fromEntries(parts.map(([service, part]) => [service, of(part)])) as {
    readonly [service in ServiceName]: Value;
  };

type ReadPart = (service: ServiceName, before: number | undefined) => Promise<Part>;

function readerOf(ask: ReadActivity, filters: Filters, limit: number): ReadPart {
  const { actorId, entityId, clientRequestId } = filters;
  const isIndexed = actorId === undefined || (entityId ?? clientRequestId) !== undefined;
  const readIndexed: ReadPart = async (service, before) => {
    if (before === 1) return { entries: [], before };
    const { entries, hasMore } = await ask(service, { ...filters, before, limit });
    return { entries, before, cut: hasMore };
  };
  return isIndexed
    ? readIndexed
    : (service, before) => readStretch(ask, { filters, limit }, service, before);
}

/** The part of a service for a filter without an index: its next entries that were not looked at. */
async function readStretch(
  ask: ReadActivity,
  { filters, limit }: { readonly filters: Filters; readonly limit: number },
  service: ServiceName,
  given: number | undefined,
): Promise<Part> {
  const { companyId, since, until } = filters;
  const newestBefore = async (before: number | undefined): Promise<Activity | undefined> =>
    (await ask(service, { companyId, since, until, before, limit: 1 })).entries[0];
  const before = given ?? ((await newestBefore(undefined))?.seq ?? 0) + 1;
  const after = Math.max(0, before - 1 - STRETCH);
  const [part, end] = await Promise.all([
    before === 1 ? undefined : ask(service, { ...filters, before, after, limit }),
    after === 0 ? undefined : newestBefore(after + 1),
  ]);
  return { entries: part?.entries ?? [], before, end, cut: part?.hasMore ?? false };
}

function positionsOf(companyId: string, cursor: string | undefined): ActivityPositions {
  const key = decodeCursor(LIST, companyId, cursor, Positions);
  if (!key) return {};
  return Object.fromEntries(serviceNames.map((service, index) => [service, key[index]]));
}
