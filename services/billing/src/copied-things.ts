/** What the billing service has copies of. */
import { agents, issues } from '@muster/contracts';
import type { CopiedThings } from '@muster/service-kit';

export const copiedThings: CopiedThings = {
  company_not_found: { owner: agents },
  agent_not_found: { owner: agents },
  issue_not_found: { owner: issues },
  project_not_found: { owner: issues },
  goal_not_found: { owner: issues },
};
