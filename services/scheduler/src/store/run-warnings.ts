/** Warnings about a run: what its agent does may not be what it means to do. */
import type { Run, RunWarning } from '@muster/contracts';
import { none, sql, type Db } from '@muster/service-kit';

/** Also after another party has ended the run; a holder that was superseded adds nothing. */
export const addWarning = (
  db: Db,
  { id, epoch }: Pick<Run, 'id' | 'epoch'>,
  warning: RunWarning,
): Promise<void> =>
  none(
    db,
    sql`
    update runs set warnings = array_append(warnings, ${warning})
    where id = ${id} and epoch = ${epoch} and not ${warning} = any(warnings)`,
  );
