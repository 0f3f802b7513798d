import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { countInFolder } from '../../store/agents-in-folder.ts';

export const countAgentsInFolder: Handler<typeof agents, 'countAgentsInFolder'> = async (
  input,
  { db },
) => ({ count: await countInFolder(db, input) });
