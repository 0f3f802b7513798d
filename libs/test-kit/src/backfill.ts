/** Applies an entry to a company's log once more, later than the events that came after it. */
import { maybeOne, none, sql } from '@muster/service-kit';
import type { Contract } from '@muster/contracts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';

export async function backfill<C extends Contract>(
  { db, service }: Pick<Stage<C>, 'db' | 'service'>,
  { producer, companyId, entry }: { producer: string; companyId: string; entry: string },
): Promise<void> {
  await none(
    db,
    sql`
    insert into backfills (producer, company_id, entry, last_seq)
    values (${producer}, ${companyId}, ${entry}, 0)`,
  );
  await service.sweep();
  await until(`the end of the backfill of ${entry}`, async () => {
    const left = await maybeOne(
      db,
      sql`select entry from backfills where company_id = ${companyId} and entry = ${entry}`,
    );
    return left ? undefined : true;
  });
}
