import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { filterOf } from '../../store/lists/filter-of-request.ts';
import { countIssuesOfFilter } from '../../store/lists/issue-totals.ts';

export const countListedIssues: Handler<typeof issues, 'countListedIssues'> = async (
  input,
  { slowReads, actor },
) => {
  const totals = await countIssuesOfFilter(slowReads, filterOf(input, actor.id));
  return {
    byStatus: Object.fromEntries(totals.map(({ status, count }) => [status, count])),
    more: totals.filter(({ more }) => more).map(({ status }) => status),
  };
};
