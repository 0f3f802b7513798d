/** Whether a person could make a key of an agent now, other than by a request of its own. */
import type { Db } from '@muster/service-kit';
import { effectivePermissions } from './domain/membership.ts';
import { findMember } from './store/members.ts';
import { findUser } from './store/users.ts';

export async function mayManageAgents(db: Db, companyId: string, userId: string): Promise<boolean> {
  const user = await findUser(db, userId);
  if (user?.disabledAt !== null) return false;
  if (user.instanceAdmin) return true;
  const member = await findMember(db, companyId, userId);
  return member !== undefined && effectivePermissions(member).includes('manage_agents');
}
