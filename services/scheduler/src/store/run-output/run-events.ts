/** The events about a run in the event log of this service. */
import type { EventRecord } from '@muster/contracts';
import { firstRows, sql, type Db } from '@muster/service-kit';

type LoggedEvent = Omit<EventRecord, 'producer'> & { readonly agentId: string | null };

export interface EventsOfRun {
  readonly companyId: string;
  readonly runId: string;
  readonly afterSeq: number;
  readonly limit: number;
}

/** The first of them that fit an answer: who reads on asks for those after the last one. */
export const listEventsOfRun = async (
  db: Db,
  { companyId, runId, afterSeq, limit }: EventsOfRun,
): Promise<readonly LoggedEvent[]> => {
  const { rows } = await firstRows<LoggedEvent>(
    db,
    sql`
    select id, company_id, seq, type, version, entity_type, entity_id, actor_type, actor_id,
      actor_name, run_id, request_id, client_request_id, caused_by, payload, traceparent, occurred_at, agent_id
    from events
    where company_id = ${companyId} and entity_type = 'run' and entity_id = ${runId}
      and seq > ${afterSeq}
    order by seq limit ${limit + 1}`,
    limit,
    { json: ['payload'] },
  );
  return rows;
};
