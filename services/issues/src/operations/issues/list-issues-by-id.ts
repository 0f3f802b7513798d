import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listIssueRowsById } from '../../store/lists/issue-list.ts';
import { showSummary } from '../../views.ts';

export const listIssuesById: Handler<typeof issues, 'listIssuesById'> = async (
  { ids },
  { db, scope },
) => (ids.length === 0 ? [] : (await listIssueRowsById(db, scope, ids)).map(showSummary));
