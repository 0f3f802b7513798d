/** Takes the note of a wait away, and what its signal brought. */
import { REDACTED_TEXT, type Redaction } from '@muster/contracts';
import { none, one, sql, type Db } from '@muster/service-kit';
import { waitColumns, type WaitRow } from '../waits/waits.ts';

export const saveRedactedWait = (
  db: Db,
  { id, companyId }: WaitRow,
  redacted: Redaction,
): Promise<WaitRow> =>
  one<WaitRow>(
    db,
    sql`
    update waits w
    set note = ${REDACTED_TEXT}, redacted = ${JSON.stringify(redacted)}::jsonb,
      received = case when w.received is not null then ${REDACTED_TEXT} end
    where w.id = ${id} and w.company_id = ${companyId}
    returning ${waitColumns}`,
  );

export const redactEventsOfWait = (db: Db, { id, issueId, companyId }: WaitRow): Promise<void> =>
  none(
    db,
    sql`
    update events
    set payload = jsonb_set(payload, '{wait}', payload -> 'wait'
      || ${JSON.stringify({ note: REDACTED_TEXT })}::jsonb
      || case when payload #>> '{wait,received}' is null then '{}'
        else ${JSON.stringify({ received: REDACTED_TEXT })}::jsonb end)
    where company_id = ${companyId} and entity_type = 'issue' and entity_id = ${issueId}
      and type in ('issue.wait_started', 'issue.wait_ended')
      and payload #>> '{wait,waitId}' = ${id}`,
  );
