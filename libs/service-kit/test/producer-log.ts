/** Events that are written into the log of a stand-in at once, as if they had been emitted over time. */
import { aCompany, type Stage } from '@muster/test-kit';
import type { ledger } from './ledger.ts';

export interface LogInput {
  readonly companyIds: readonly string[];
  /** Events of each company. */
  readonly events: number;
  /** False: the stream has lost them, and they are in the log only. */
  readonly published: boolean;
}

/** Appends to logs of `agents` that are empty; its stand-in must have been started. */
export async function fillLog(
  stage: Stage<typeof ledger>,
  { companyIds, events, published }: LogInput,
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
    `insert into ${schema}.relay_positions (company_id, published_seq)
     select company, $2 from unnest($1::uuid[]) as company`,
    [companyIds, published ? 0 : events],
  );
  await client.query(
    `insert into ${schema}.event_heads (company_id, seq)
     select company, $2 from unnest($1::uuid[]) as company`,
    [companyIds, events],
  );
}
