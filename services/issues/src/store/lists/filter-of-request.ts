import type { Input, issues } from '@muster/contracts';
import { allStatuses } from '../../domain/issue-machine.ts';
import type { ListFilter } from './issue-filter.ts';

type Asked = Input<typeof issues, 'countListedIssues'>;

/** `me` is the caller; a list without statuses has all of them. */
export function filterOf(
  { status, priority, assigneeUserId, createdByUserId, ...rest }: Asked,
  callerId: string,
  fields: readonly string[] = [],
): ListFilter {
  const userOf = (named: string | undefined) => (named === 'me' ? callerId : named);
  return {
    ...rest,
    statuses: status ? [...new Set(status)] : allStatuses,
    priorities: priority && [...new Set(priority)],
    assigneeUserId: userOf(assigneeUserId),
    createdByUserId: userOf(createdByUserId),
    withDescription: fields.includes('description'),
  };
}
