/** What a run has used, as far as it has been reported. */
import type { Run, Usage } from '@muster/contracts';
import { maybeOne, sql, type Db } from '@muster/service-kit';
import type { Holder } from '../../domain/held-run.ts';
import { isRunOf } from './run-states.ts';
import { runColumns } from './runs.ts';

/** Nothing where the run has that usage already. */
export const saveUsage = (db: Db, holder: Holder, usage: Usage): Promise<Run | undefined> =>
  maybeOne<Run>(
    db,
    sql`
    update runs set usage = ${JSON.stringify(usage)}::jsonb
    where ${isRunOf(holder)}
      and usage is distinct from ${JSON.stringify(usage)}::jsonb
    returning ${runColumns}`,
  );
