/** What is known of a run only when its process is gone, after another party has ended it. */
import type { CommittedWork } from '@muster/runner-protocol';
import { none, sql, type Db } from '@muster/service-kit';
import type { Holder } from '../../domain/held-run.ts';
import { isRunOf } from './run-states.ts';
import { addWarning } from './run-warnings.ts';

/** The process of a run that another party has ended is gone now; its work was committed afterwards. */
export async function releaseEndedRun(
  db: Db,
  holder: Holder,
  work: CommittedWork | undefined,
): Promise<void> {
  await none(
    db,
    sql`
    update runs set held = false, work = ${work ? JSON.stringify(work) : null}::jsonb
    where ${isRunOf(holder)} and status <> 'running'`,
  );
  if (work?.problem !== undefined) await addWarning(db, holder, 'work_left');
}
