/**
 * All services in one process, `node local/services.ts FILE`. The file has the environment of each
 * service by its name: in the environment of the process each would find the secrets of the others.
 */
import { readFileSync } from 'node:fs';
import { agentsService } from '@muster/agents';
import { approvalsService } from '@muster/approvals';
import { billingService } from '@muster/billing';
import { gatewayService } from '@muster/gateway';
import { issuesService } from '@muster/issues';
import { schedulerService } from '@muster/scheduler';
import { runServices, startService } from '@muster/service-kit';
import type { ServiceName } from './stack/service-names.ts';

const [, , file = ''] = process.argv;
const environments = JSON.parse(readFileSync(file, 'utf8')) as Record<
  ServiceName,
  Record<string, string>
>;

await runServices([
  () => startService(gatewayService, environments.gateway),
  () => startService(agentsService, environments.agents),
  () => startService(issuesService, environments.issues),
  () => startService(approvalsService, environments.approvals),
  () => startService(billingService, environments.billing),
  () => startService(schedulerService, environments.scheduler),
]);
