import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findCheckout, findClone, listEnded } from '../../store/planning/workspaces.ts';

export const getIssueCheckout: Handler<typeof issues, 'getIssueCheckout'> = async (
  { companyId, issueId, cwd, otherIssueIds },
  { db },
) => {
  const [found, ended] = await Promise.all([
    issueId === null
      ? undefined
      : cwd === null
        ? findClone(db, { companyId, issueId })
        : findCheckout(db, { companyId, issueId, cwd }),
    otherIssueIds.length === 0 ? [] : listEnded(db, companyId, otherIssueIds),
  ]);
  if (issueId !== null && !found) throw new Refusal('issue_not_found');
  return { identifier: null, title: null, repoRef: null, ...found, ended };
};
