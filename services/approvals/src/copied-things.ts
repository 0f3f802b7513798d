/** What the approvals service has copies of. */
import { agents, issues } from '@muster/contracts';
import type { CopiedThings } from '@muster/service-kit';

export const copiedThings: CopiedThings = {
  company_not_found: { owner: agents },
  agent_not_found: { owner: agents },
  issue_not_found: { owner: issues },
};
