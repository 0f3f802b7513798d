/** What issues keeps for a time only; the work, and what was said about it, stays. */
import { byAge, type AgedRows } from '@muster/service-kit';
import type { IssuesConfig } from './config.ts';
import { oldBulkChanges } from './store/bulk/old-bulk-changes.ts';
import { oldDocuments } from './store/documents/old-documents.ts';
import { oldAskedApprovals } from './store/left/asked-approvals.ts';
import { oldFileMonths } from './store/files/old-file-months.ts';
import { oldQuestions } from './store/questions/old-questions.ts';
import { oldFirings, oldRoutineMonths, oldRoutines } from './store/routines/old-routines.ts';
import { oldWaits } from './store/waits/aged-waits.ts';

export const agedRows: readonly AgedRows<IssuesConfig>[] = [
  byAge('waits', ({ RETENTION_WAITS_DAYS }: IssuesConfig) => oldWaits(RETENTION_WAITS_DAYS)),
  byAge('questions', ({ RETENTION_QUESTIONS_DAYS }: IssuesConfig) =>
    oldQuestions(RETENTION_QUESTIONS_DAYS),
  ),
  byAge('asked_approvals', oldAskedApprovals),
  byAge('bulk_changes', oldBulkChanges),
  byAge('documents', oldDocuments),
  byAge('file_months', oldFileMonths),
  byAge('routine_firings', oldFirings),
  byAge('routine_months', oldRoutineMonths),
  byAge('routines', oldRoutines),
];
