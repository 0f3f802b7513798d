import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { announceHoldOf } from '../../bulk-effects/announce-holds.ts';
import { authorOf } from '../../domain/author.ts';
import { showHold } from '../../domain/holds/held.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { findHoldOfIssue } from '../../store/holds/holding.ts';
import { saveHold } from '../../store/holds/holds.ts';
import { getIssueKey } from '../../store/issue-rows.ts';

export const holdIssue: Handler<typeof issues, 'holdIssue'> = async (
  { issueId, reason, cancelRuns = null },
  context,
) => {
  const { db, scope, actor, runId, now } = context;
  const key = await getIssueKey(db, scope, issueId);
  const { id, companyId } = key;
  await requireWritableCompany(db, companyId);
  const heldByUserId = authorOf(actor, runId).userId;
  const hold = {
    companyId,
    subjectId: id,
    kind: 'issue',
    reason,
    cancelRuns,
    heldByUserId,
  } as const;
  await saveHold(db, hold, now);
  await announceHoldOf(context, key);
  return { issueId: id, hold: showHold(await findHoldOfIssue(db, key)) };
};
