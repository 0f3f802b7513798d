import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { announceHoldOf } from '../../bulk-effects/announce-holds.ts';
import { showHold } from '../../domain/holds/held.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { findHoldOfIssue } from '../../store/holds/holding.ts';
import { deleteHold } from '../../store/holds/holds.ts';
import { getIssueKey } from '../../store/issue-rows.ts';

export const liftIssueHold: Handler<typeof issues, 'liftIssueHold'> = async (
  { issueId },
  context,
) => {
  const { db, scope } = context;
  const key = await getIssueKey(db, scope, issueId);
  const { id, companyId } = key;
  await requireWritableCompany(db, companyId);
  if (await deleteHold(db, { companyId, subjectId: id })) await announceHoldOf(context, key);
  return { issueId: id, hold: showHold(await findHoldOfIssue(db, key)) };
};
