/**
 * Events that could not be applied are kept with their words. When those are redacted in the log of their
 * producer, which a retry reads, only what names the event stays here.
 */
import type { EventRecord } from '@muster/contracts';
import { none, sql, type Db } from '../postgres/sql.ts';

/** Of the events before the redaction about the same thing. */
export async function forgetLettersAbout(
  db: Db,
  {
    producer,
    companyId,
    entityId,
    seq,
  }: Pick<EventRecord, 'producer' | 'companyId' | 'entityId' | 'seq'>,
): Promise<void> {
  const nothing = '{"payload": {}}';
  await none(
    db,
    sql`
    update dead_letters set event = event || ${nothing}::jsonb
    where producer = ${producer} and company_id = ${companyId} and seq < ${seq}
      and event ->> 'entityId' = ${entityId}`,
  );
  await none(
    db,
    sql`
    update failures set event = event || ${nothing}::jsonb
    where producer = ${producer} and company_id = ${companyId} and seq < ${seq}
      and event ->> 'entityId' = ${entityId}`,
  );
}
