import type { gateway } from '@muster/contracts';
import { pageOf, pageSize, type Handler } from '@muster/service-kit';
import { listMembers as selectMembers } from '../store/members.ts';
import { cursorAt, timeAndIdIn } from './cursor.ts';
import { shownMember } from './shown-member.ts';

export const listMembers: Handler<typeof gateway, 'listMembers'> = async (
  { companyId, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const after = timeAndIdIn('members', companyId, cursor);
  const rows = await selectMembers(db, { companyId, after, limit: size + 1 });
  return pageOf(rows, size, shownMember, ({ createdAt, userId }) =>
    cursorAt('members', companyId, [createdAt, userId]));
};
