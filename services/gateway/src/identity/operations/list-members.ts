import type { gateway } from '@muster/contracts';
import { pageOf, pageSize, type Handler } from '@muster/service-kit';
import { listMembers as selectMembers } from '../store/members.ts';
import { encodeTimeAndId, decodeTimeAndId } from '../../list-cursor.ts';
import { showMember } from '../views.ts';

export const listMembers: Handler<typeof gateway, 'listMembers'> = async (
  { companyId, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const after = decodeTimeAndId('members', companyId, cursor);
  const rows = await selectMembers(db, { companyId, after, limit: size + 1 });
  return pageOf(rows, size, showMember, ({ createdAt, userId }) =>
    encodeTimeAndId('members', companyId, [createdAt, userId]),
  );
};
