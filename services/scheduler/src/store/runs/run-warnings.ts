/** Warnings about a run: what its agent does may not be what it means to do. */
import type { RunWarning, RunWarningCode } from '@muster/contracts';
import { none, sql, type Db } from '@muster/service-kit';
import type { Holder } from '../../domain/held-run.ts';
import { isRunOf } from './run-states.ts';

/** Also after another party has ended the run; a holder that was superseded adds nothing. */
export const addWarning = (db: Db, holder: Holder, warning: RunWarningCode): Promise<void> =>
  none(
    db,
    sql`
    update runs set warnings = array_append(warnings, ${warning})
    where ${isRunOf(holder)} and not ${warning} = any(warnings)`,
  );

/** By what is known after its end. */
export const addWarningTo = (
  db: Db,
  companyId: string,
  runId: string,
  warning: RunWarningCode,
): Promise<void> =>
  none(
    db,
    sql`
    update runs set warnings = array_append(warnings, ${warning})
    where id = ${runId} and company_id = ${companyId} and not ${warning} = any(warnings)`,
  );

/** What is stored of the warning; null where no tool was refused. */
export const refusedToolsOf = (warnings: readonly RunWarning[] = []): string | null => {
  const refused = warnings.find(({ code }) => code === 'tools_refused');
  return refused ? JSON.stringify({ tools: refused.tools, count: refused.count }) : null;
};
