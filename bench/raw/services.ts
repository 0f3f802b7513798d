/** The services whose statements are recorded, and the tables that their requests are about. */
import { agentsService } from '@muster/agents';
import { approvalsService } from '@muster/approvals';
import { billingService } from '@muster/billing';
import { issuesService } from '@muster/issues';
import { schedulerService } from '@muster/scheduler';
import type { ServiceDefinition } from '@muster/service-kit';

export type RecordedOwner = 'agents' | 'approvals' | 'billing' | 'issues' | 'scheduler';

interface Recorded {
  readonly definition: ServiceDefinition;
  /**
   * Copied with their rows. The others stay empty: the log, so that nothing is published twice, and
   * what would be work in the background.
   */
  readonly tables: readonly string[];
}

export const RECORDED: Readonly<Record<RecordedOwner, Recorded>> = {
  agents: { definition: agentsService, tables: ['companies', 'agents'] },
  approvals: { definition: approvalsService, tables: ['companies'] },
  billing: {
    definition: billingService,
    tables: ['companies', 'company_zones', 'agents', 'issues'],
  },
  issues: {
    definition: issuesService,
    tables: ['companies', 'roster', 'members', 'issues', 'issue_counts', 'issue_texts', 'comments'],
  },
  scheduler: { definition: schedulerService, tables: ['companies'] },
};

/** The schema in which a service is recorded and its statements are sent again. */
export const schemaOf = (service: RecordedOwner): string => `raw_${service}`;
