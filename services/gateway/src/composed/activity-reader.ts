/** The activity in the log of one service. */
import { logOperations, Refusal, type Activity, type ServiceName } from '@muster/contracts';
import { callForPage, type Rpc } from '@muster/service-kit';
import type { CallContext } from '../upstream/composed-call.ts';

export type ReadActivity = (
  service: ServiceName,
  query: object,
  operation?: 'listActivity' | 'listActivityNear',
) => Promise<ActivityPart>;

export interface ActivityPart {
  readonly entries: readonly Activity[];
  /** Whether others follow: a service answers with no more than fit. */
  readonly hasMore: boolean;
}

/**
 * The gateway's own copy of companies decides whether the company exists; another service that does
 * not know it yet has no activity of it.
 */
export const activityReader =
  (rpc: Rpc, { actor, requestId, traceparent }: CallContext): ReadActivity =>
  async (service, query, operation = 'listActivity') => {
    try {
      const { answer, hasMore } = await callForPage(
        rpc,
        service,
        operation,
        logOperations[operation],
        query,
        {
          actor,
          requestId,
          traceparent,
        },
      );
      return { entries: answer as Activity[], hasMore };
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.code === 'company_not_found';
      if (isUnknown && service !== 'gateway') return { entries: [], hasMore: false };
      throw error;
    }
  };
