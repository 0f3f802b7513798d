/** Credentials that were good once, or never: each of the company that they are tried on. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agents, gateway, scheduler } from '@muster/contracts';
import { addMember } from '../harness/builders.ts';
import type { Estate } from '../harness/estate.ts';
import type { Sql } from '../harness/sql.ts';
import type { World } from '../harness/stack.ts';
import { until } from '../harness/until.ts';

export const deadKinds = [
  'nobody', 'garbage', 'a revoked key', 'a pending agent', 'a terminated agent', 'an ended run',
  'a superseded run',
] as const;
export type DeadKind = (typeof deadKinds)[number];

export type Credential = { readonly token: string | undefined };

export async function makeDeadCredentials(
  world: World,
  sql: Sql,
  { companyId, word }: Estate,
): Promise<Record<DeadKind, Credential>> {
  const revoked = await addMember(world, companyId, { name: `${word} Revoked` });
  await revokeAll(world, revoked.agent.id);
  const [ended, superseded] = await Promise.all(['Ended', 'Superseded'].map((name) =>
    runToken(world, companyId, `${word} ${name}`)));
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

/** No interface makes a key for a pending agent: it gets somebody else's in the database. */
async function keyOfPending(
  world: World,
  sql: Sql,
  companyId: string,
  word: string,
): Promise<string> {
  const { agent, token } = await addMember(world, companyId, { name: `${word} Lender` });
  const hired = await world.board.call(agents, 'hireAgent', {
    companyId, name: `${word} Pending`,
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

/** Termination revokes the key; here only the agent's status is left to keep it out. */
async function keyOfTerminated(
  world: World,
  sql: Sql,
  companyId: string,
  word: string,
): Promise<string> {
  const { agent, token } = await addMember(world, companyId, { name: `${word} Terminated` });
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

/** An agent leaves the token of its run in its folder, and the run is over. */
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
  await until('the end of a run at the door', async () => {
    const { status } = await api.as(token).get('/api/agents/me');
    return status === 401 || undefined;
  });
  return { runId, token };
}

/** As if the run were going on elsewhere, for the second time. */
async function supersede(sql: Sql, runId: string): Promise<void> {
  const raised = await sql.rows(
    'update gateway.runs set ended = false, epoch = epoch + 1 where run_id = $1 returning epoch',
    [runId],
  );
  if (raised.length !== 1) throw new Error('there is no run to supersede');
}
