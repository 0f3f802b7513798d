/** Everything that happened in a company: the parts of all services, asked at once and merged. */
import {
  logOperations, Refusal, serviceNames, type Activity, type ServiceName,
} from '@muster/contracts';
import {
  callOperation, decodeCursor, encodeCursor, pageSize, type Rpc,
} from '@muster/service-kit';
import { mergeActivity, type Parts, type Positions } from '../domain/merge-activity.ts';
import type { ComposedCall, OnBehalf } from './composed-calls.ts';

const LIST = 'activity';
/** Most entries that one service gives at once. */
const PART_MAX = 500;

type ActivityInput = Readonly<Record<string, unknown>> & {
  readonly companyId: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

export const readCompanyActivity = (rpc: Rpc): ComposedCall => async (given, call) => {
  const { companyId, limit, cursor, ...filters } = given as ActivityInput;
  const before = positionsOf(companyId, cursor);
  const size = pageSize(limit);
  const asked = Math.min(size + 1, PART_MAX);
  const parts = await Promise.all(
    serviceNames.map(async (service) => {
      if (before[service] === 1) return [service, []] as const;
      const question = { companyId, ...filters, before: before[service], limit: asked };
      return [service, await partOf(rpc, service, question, call)] as const;
    }),
  );
  const { items, next } = mergeActivity(
    Object.fromEntries(parts) as Parts, before, { size, asked },
  );
  const key = next && serviceNames.map((service) => next[service]);
  return {
    body: JSON.stringify(items),
    nextCursor: key && encodeCursor(LIST, companyId, key),
  };
};

/**
 * The gateway itself knows which companies there are and says so first; another service that has
 * not heard of a new one yet has nothing to tell about it.
 */
async function partOf(
  rpc: Rpc,
  service: ServiceName,
  question: object,
  { actor, requestId, traceparent }: OnBehalf,
): Promise<readonly Activity[]> {
  try {
    const part = await callOperation(
      rpc, service, 'listActivity', logOperations.listActivity, question,
      { actor, requestId, traceparent },
    );
    return part as Activity[];
  } catch (error) {
    const unheard = error instanceof Refusal && error.code === 'company_not_found';
    if (unheard && service !== 'gateway') return [];
    throw error;
  }
}

function positionsOf(companyId: string, cursor: string | undefined): Positions {
  const key = decodeCursor(LIST, companyId, cursor, serviceNames.length);
  if (!key) return {};
  if (!key.every((part) => Number.isSafeInteger(part) && Number(part) > 0)) {
    throw new Refusal('invalid_cursor');
  }
  return Object.fromEntries(serviceNames.map((service, index) => [service, Number(key[index])]));
}
