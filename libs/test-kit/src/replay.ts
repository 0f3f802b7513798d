/** Lets a reaction apply a company's log once more, later than the others. */
import { maybeOne, none, sql } from '@muster/service-kit';
import type { Contract } from '@muster/contracts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';

export async function replay<C extends Contract>(
  { db, sweep }: Pick<Stage<C>, 'db' | 'sweep'>,
  { producer, companyId, reaction }: { producer: string; companyId: string; reaction: string },
): Promise<void> {
  await none(
    db,
    sql`
    update cursors
    set in_step = array_remove(in_step, ${reaction}),
      lagging = lagging || jsonb_build_object(${reaction}::text, 0)
    where producer = ${producer} and company_id = ${companyId}`,
  );
  await sweep();
  await until(`the end of the replay by ${reaction}`, async () => {
    const left = await maybeOne(
      db,
      sql`
      select from cursors
      where producer = ${producer} and company_id = ${companyId} and lagging ? ${reaction}`,
    );
    return left ? undefined : true;
  });
}
