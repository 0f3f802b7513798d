import { Refusal, type Actor, type agents } from '@muster/contracts';
import { encodeCursor, pageOf, pageSize, type Db, type Handler } from '@muster/service-kit';
import { isManager } from '../domain/managers.ts';
import { findStanding } from '../store/agents.ts';
import { listSecrets as selectSecrets } from '../store/secrets.ts';
import { idAfter } from './cursor.ts';

const LIST = 'secrets';

export const listSecrets: Handler<typeof agents, 'listSecrets'> = async (
  { companyId, limit, cursor },
  { db, actor },
) => {
  await mayList(db, actor, companyId);
  const size = pageSize(limit);
  const after = idAfter(LIST, companyId, cursor);
  const rows = await selectSecrets(db, companyId, { after, limit: size + 1 });
  return pageOf(rows, size, (row) => row, ({ id }) => encodeCursor(LIST, companyId, [id]));
};

/** Whoever configures agents needs the names; nobody else does. */
async function mayList(db: Db, actor: Actor, companyId: string): Promise<void> {
  if (actor.type !== 'agent') return;
  const standing = await findStanding(db, companyId, actor.id);
  if (!standing || !isManager(standing)) throw new Refusal('managers_only');
}
