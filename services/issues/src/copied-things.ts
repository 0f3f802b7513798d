/** What the issues service has copies of. */
import { agents } from '@muster/contracts';
import type { CopiedThings } from '@muster/service-kit';

export const copiedThings: CopiedThings = {
  company_not_found: { owner: agents },
  agent_not_found: { owner: agents },
};
