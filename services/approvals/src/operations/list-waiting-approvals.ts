import type { approvals } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import * as store from '../store/waiting-approvals.ts';
import { showWaitingApproval } from '../views.ts';

export const listWaitingApprovals: Handler<typeof approvals, 'listWaitingApprovals'> = async (
  _,
  { db, actor },
) => {
  const [counted, rows] = await Promise.all([
    store.countWaitingApprovals(db, actor),
    store.listWaitingApprovals(db, actor),
  ]);
  return { ...counted, rows: rows.map(showWaitingApproval) };
};
