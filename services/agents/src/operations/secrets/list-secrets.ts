import type { agents } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  IdKey,
  pageOfFirst,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { requireManager } from '../../configuration/authority.ts';
import { listSecretRows } from '../../store/secrets/secrets.ts';

const LIST = 'secrets';

export const listSecrets: Handler<typeof agents, 'listSecrets'> = async (
  { companyId, limit, cursor },
  { db, actor },
) => {
  // Managers need the names to configure agents; other agents do not.
  await requireManager(db, actor, companyId);
  const size = pageSize(limit);
  const after = decodeCursor(LIST, companyId, cursor, IdKey)?.[0];
  const rows = await listSecretRows(db, companyId, { after, size });
  return pageOfFirst(
    rows,
    (row) => row,
    ({ id }) => encodeCursor(LIST, companyId, [id]),
  );
};
