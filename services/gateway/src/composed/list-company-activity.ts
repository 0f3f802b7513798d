/** The activity of a company: read from all services in parallel and merged. */
import {
  logOperations,
  Refusal,
  serviceNames,
  type Activity,
  type ServiceName,
} from '@muster/contracts';
import { callOperation, decodeCursor, encodeCursor, pageSize, type Rpc } from '@muster/service-kit';
import {
  mergeActivity,
  type ActivityParts,
  type ActivityPositions,
} from './domain/merge-activity.ts';
import { clientRequestIdOf } from '../upstream/domain/client-request-id.ts';
import type { ComposedCall, CallContext } from '../upstream/composed-call.ts';

const LIST = 'activity';
/** Entries read at most from one service. */
const PART_MAX = 500;

type ActivityInput = Readonly<Record<string, unknown>> & {
  readonly companyId: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly clientRequestId?: string | undefined;
};

/** As the events have it, so that a client finds what it did by the id that it sent. */
const keptIdIn = (given: string | undefined): { readonly clientRequestId?: string } =>
  given === undefined ? {} : { clientRequestId: clientRequestIdOf(given) ?? given };

export const listCompanyActivity =
  (rpc: Rpc): ComposedCall =>
  async (given, call) => {
    const { companyId, limit, cursor, clientRequestId, ...others } = given as ActivityInput;
    const filters = { ...others, ...keptIdIn(clientRequestId) };
    const before = positionsOf(companyId, cursor);
    const size = pageSize(limit);
    const partLimit = Math.min(size + 1, PART_MAX);
    const parts = await Promise.all(
      serviceNames.map(async (service) => {
        if (before[service] === 1) return [service, []] as const;
        const query = { companyId, ...filters, before: before[service], limit: partLimit };
        return [service, await partOf(rpc, service, query, call)] as const;
      }),
    );
    const { items, next } = mergeActivity(Object.fromEntries(parts) as ActivityParts, before, {
      size,
      partLimit,
    });
    const key = next && serviceNames.map((service) => next[service]);
    return {
      body: JSON.stringify(items),
      nextCursor: key && encodeCursor(LIST, companyId, key),
    };
  };

/**
 * The gateway's own copy of companies decides whether the company exists; another service that does
 * not know it yet has no activity of it.
 */
async function partOf(
  rpc: Rpc,
  service: ServiceName,
  query: object,
  { actor, requestId, traceparent }: CallContext,
): Promise<readonly Activity[]> {
  try {
    const part = await callOperation(
      rpc,
      service,
      'listActivity',
      logOperations.listActivity,
      query,
      { actor, requestId, traceparent },
    );
    return part as Activity[];
  } catch (error) {
    const isUnknown = error instanceof Refusal && error.code === 'company_not_found';
    if (isUnknown && service !== 'gateway') return [];
    throw error;
  }
}

function positionsOf(companyId: string, cursor: string | undefined): ActivityPositions {
  const key = decodeCursor(LIST, companyId, cursor, serviceNames.length);
  if (!key) return {};
  if (!key.every((part) => Number.isSafeInteger(part) && Number(part) > 0)) {
    throw new Refusal('invalid_cursor');
  }
  return Object.fromEntries(serviceNames.map((service, index) => [service, Number(key[index])]));
}
