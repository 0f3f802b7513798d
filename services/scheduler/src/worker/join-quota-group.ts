/**
 * Which quota the agent of a starting run uses. Its group is kept in the roster and written only where
 * it has changed, so that a start costs nothing more.
 */
import { createHmac } from 'node:crypto';
import { credentialsIn } from '@muster/cli-agents';
import { adapters, isCliAgent, type agents, type Output } from '@muster/contracts';
import { ownKeysOf } from '@muster/service-kit';
import { programOf } from '../adapters/cli-agents.ts';
import { schedulerConfigOf, type SchedulerConfig } from '../config.ts';
import { environmentOf, ownLoginOf } from '../domain/environment.ts';
import { loginQuotaGroup, namedQuotaGroup } from '../domain/quota/quota-group.ts';
import { writeRuns } from '../runs/run-transaction.ts';
import type { QueuedRun } from '../store/runs/run-lifecycle.ts';
import { saveQuotaGroup } from '../store/waits/quotas.ts';
import type { WorkerParts } from './worker-parts.ts';

type Configured = Pick<
  Output<typeof agents, 'getRunConfig'>,
  'companyId' | 'adapterType' | 'adapterConfig'
>;

/** Every adapter has the key; a configuration is stored as it is, so it may be anything. */
const QuotaGroupName = adapters.process.config.shape.quotaGroup;
/** 96 bits: no two logins of a company have the same. */
const HASH_CHARACTERS = 16;

/** Whether the agent has joined a group whose quota is used up: its run waits with the others. */
export async function isHeldByNewGroup(
  { runtime }: Pick<WorkerParts, 'runtime'>,
  run: QueuedRun,
  agent: Configured,
): Promise<boolean> {
  const quotaGroup = quotaGroupOf(schedulerConfigOf(runtime), agent);
  if (quotaGroup === run.quotaGroup) return false;
  const { companyId, agentId, id: runId } = run;
  return writeRuns(
    runtime,
    async ({ db, emit }) => {
      const until = await saveQuotaGroup(db, run, quotaGroup);
      if (until === undefined || quotaGroup === null) return false;
      const payload = { quotaGroup, agentIds: [agentId], until, agentId, runId };
      emit('quota.held', { companyId, entityId: agentId, payload });
      return true;
    },
    { runId },
  );
}

/**
 * The name that the board has given it, or else the credential. A hash is keyed and of the company,
 * because a login of two companies must not let one hold the other's agents, or learn of them.
 */
function quotaGroupOf(
  config: SchedulerConfig,
  { companyId, adapterType, adapterConfig }: Configured,
): string | null {
  const named = QuotaGroupName.safeParse(adapterConfig['quotaGroup']);
  if (named.data !== undefined) return namedQuotaGroup(named.data);
  if (!isCliAgent(adapterType)) return null;
  const [key] = credentialsIn(programOf(adapterType), environmentOf(adapterConfig));
  const credential = ownLoginOf(adapterConfig) ?? key;
  if (credential === undefined) return null;
  const hash = createHmac('sha256', ownKeysOf(config, 'quota-group')[0])
    .update(JSON.stringify([companyId, adapterType, credential]))
    .digest('base64url');
  return loginQuotaGroup(hash.slice(0, HASH_CHARACTERS));
}
