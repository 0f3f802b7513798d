import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { forestOf } from '../../domain/org.ts';
import { listOrg } from '../../store/tree.ts';

export const getOrg: Handler<typeof agents, 'getOrg'> = async ({ companyId }, { db }) =>
  forestOf(await listOrg(db, companyId));
