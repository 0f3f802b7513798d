/** Logs of a stand-in of `agents` with many events. */
import { agents } from '@muster/contracts';
import { aCompany, type Stage } from '@muster/test-kit';
import type { ledger } from './ledger.ts';

const EVENTS_OF_WRITE = 10;
const WRITERS = 4;

export interface LogInput {
  readonly companyIds: readonly string[];
  /** Events of each company. */
  readonly events: number;
}

/** Writes events of one company after the other, and of all companies at once, of which messages tell. */
export async function writeLogs(
  stage: Stage<typeof ledger>,
  { companyIds, events }: LogInput,
): Promise<void> {
  const { service } = await stage.standIn(agents);
  const payload = aCompany({ name: 'from a message' });
  const writeAll = async (companyId: string): Promise<void> => {
    const event = { companyId, entityId: companyId, payload: { ...payload, companyId } };
    for (let left = events; left > 0; left -= EVENTS_OF_WRITE) {
      await service.runtime.write(async ({ emit }) => {
        for (let n = 0; n < Math.min(left, EVENTS_OF_WRITE); n += 1) {
          (emit as (type: string, input: object) => void)('company.updated', event);
        }
      });
    }
  };
  // Fewer at a time than a request may wait for a connection.
  const left = [...companyIds];
  const writers = Array.from({ length: WRITERS }, async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await writeAll(next);
  });
  await Promise.all(writers);
}

/**
 * Appends at once to logs of `agents` that are empty, as if the events had been emitted over time and
 * their messages lost; its stand-in must have been started.
 */
export async function fillLog(
  stage: Stage<typeof ledger>,
  { companyIds, events }: LogInput,
): Promise<void> {
  const { client } = await stage.admin();
  const schema = `${stage.env['NATS_NAMESPACE']}_agents`;
  await client.query(
    `insert into ${schema}.events (
       company_id, seq, id, type, version, entity_type, entity_id, actor_type, actor_id, actor_name,
       payload)
     select company, seq, gen_random_uuid(), 'company.updated', 1, 'company', company, 'system',
       'agents', 'agents', jsonb_set($3::jsonb, '{companyId}', to_jsonb(company::text))
     from unnest($1::uuid[]) as company, generate_series(1, $2::int) as seq`,
    [companyIds, events, JSON.stringify(aCompany({ name: 'from the log' }))],
  );
  await client.query(
    `insert into ${schema}.event_heads (company_id, seq)
     select company, $2 from unnest($1::uuid[]) as company`,
    [companyIds, events],
  );
}
