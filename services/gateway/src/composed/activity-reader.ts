/** The activity in the log of one service. */
import { logOperations, Refusal, type Activity, type ServiceName } from '@muster/contracts';
import { callOperation, type Rpc } from '@muster/service-kit';
import type { CallContext } from '../upstream/composed-call.ts';

export type ReadActivity = (
  service: ServiceName,
  query: object,
  operation?: 'listActivity' | 'listActivityNear',
) => Promise<readonly Activity[]>;

/**
 * The gateway's own copy of companies decides whether the company exists; another service that does
 * not know it yet has no activity of it.
 */
export const activityReader =
  (rpc: Rpc, { actor, requestId, traceparent }: CallContext): ReadActivity =>
  async (service, query, operation = 'listActivity') => {
    try {
      const part = await callOperation(rpc, service, operation, logOperations[operation], query, {
        actor,
        requestId,
        traceparent,
      });
      return part as Activity[];
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.code === 'company_not_found';
      if (isUnknown && service !== 'gateway') return [];
      throw error;
    }
  };
