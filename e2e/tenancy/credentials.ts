/** Credentials that are no longer valid, or never were. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agents, gateway, scheduler } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { addAgentWithKey } from '../fixtures/builders.ts';
import type { OneOfEverything } from '../fixtures/one-of-everything.ts';
import type { Sql } from '../world/sql.ts';
import type { World } from '../world/use-world.ts';
import type { Credential, DeadKind } from './caller-kinds.ts';

export async function createDeadCredentials(
  world: World,
  sql: Sql,
  { companyId, word }: OneOfEverything,
): Promise<Record<DeadKind, Credential>> {
  const revoked = await addAgentWithKey(world, companyId, { name: `${word} Revoked` });
  await revokeAll(world, revoked.agent.id);
  const [ended, superseded] = await Promise.all(
    ['Ended', 'Superseded'].map((name) => runToken(world, companyId, `${word} ${name}`)),
  );
  await supersede(sql, superseded?.runId ?? '');
  return {
    nobody: { token: undefined },
    garbage: { token: 'mst_agent_0123456789ab_made-up' },
    'a revoked key': { token: revoked.token },
    'a pending agent': { token: await keyOfPending(world, sql, companyId, word) },
    'a terminated agent': { token: await keyOfTerminated(world, sql, companyId, word) },
    'an ended run': { token: ended?.token },
    'a superseded run': { token: superseded?.token },
  };
}

async function revokeAll({ board }: World, agentId: string): Promise<void> {
  for (const { id: keyId } of await board.call(gateway, 'listAgentKeys', { agentId })) {
    await board.call(gateway, 'revokeAgentKey', { agentId, keyId });
  }
}

/** No operation makes a key for a pending agent: it gets another agent's key in the database. */
async function keyOfPending(
  world: World,
  sql: Sql,
  companyId: string,
  word: string,
): Promise<string> {
  const { agent, token } = await addAgentWithKey(world, companyId, { name: `${word} Lender` });
  const hired = await world.board.call(agents, 'hireAgent', {
    companyId,
    name: `${word} Pending`,
  });
  const moved = await sql.rows(
    'update gateway.agent_keys set agent_id = $1 where agent_id = $2 returning id',
    [hired.agent.id, agent.id],
  );
  if (hired.agent.status !== 'pending_approval' || moved.length !== 1) {
    throw new Error('a pending agent did not get a key');
  }
  return token;
}

/** Termination revokes the key; the database restores it, so that only the agent's status refuses it. */
async function keyOfTerminated(
  world: World,
  sql: Sql,
  companyId: string,
  word: string,
): Promise<string> {
  const { agent, token } = await addAgentWithKey(world, companyId, { name: `${word} Terminated` });
  await world.board.call(agents, 'terminateAgent', { agentId: agent.id });
  await until('the revocation of its key', async () => {
    const again = await sql.rows(
      `update gateway.agent_keys set revoked_at = null
       where agent_id = $1 and revoked_at is not null returning id`,
      [agent.id],
    );
    return again.length === 1 || undefined;
  });
  return token;
}

/** The agent writes the token of its run to its folder; then the run ends. */
async function runToken({ board, folder, api }: World, companyId: string, name: string) {
  const cwd = join(folder, 'tokens', name);
  mkdirSync(cwd, { recursive: true });
  const { id: agentId } = await board.call(agents, 'createAgent', {
    companyId,
    name,
    adapterConfig: { command: 'sh', args: ['-c', 'printf %s "$SERVICE_API_KEY" > token'], cwd },
  });
  const woken = await board.call(scheduler, 'wakeAgent', { agentId });
  const runId = 'id' in woken ? woken.id : '';
  const token = await until('the token of an ended run', async () => {
    const { finishedAt } = await board.call(scheduler, 'getRun', { runId });
    return finishedAt === null ? undefined : readFileSync(join(cwd, 'token'), 'utf8');
  });
  await until('the gateway to refuse the token of the ended run', async () => {
    const { status } = await api.as(token).get('/api/agents/me');
    return status === 401 || undefined;
  });
  return { runId, token };
}

/** Makes the run live again with a newer epoch, as a second worker would hold it. */
async function supersede(sql: Sql, runId: string): Promise<void> {
  const raised = await sql.rows(
    'update gateway.runs set ended = false, epoch = epoch + 1 where run_id = $1 returning epoch',
    [runId],
  );
  if (raised.length !== 1) throw new Error('the gateway has no run to supersede');
}
