/** Secrets typed in wherever they can be, by callers of every kind; and agents that tell theirs. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agents, approvals, scheduler } from '@muster/contracts';
import { addHolder } from './holders.ts';
import { foundEstate } from './estate.ts';
import type { Estate } from './estate.ts';
import type { Canaries } from './canaries.ts';
import { PASSWORD } from './people.ts';
import type { World } from './stack.ts';
import { until } from './until.ts';

const program = fileURLToPath(new URL('../fixtures/blabber.ts', import.meta.url));
/** What the operator binds `alpha_local` to: it gets its prompt on standard input. */
export const boundCommand = JSON.stringify([process.execPath, program]);

export type Given = {
  readonly pid: number;
  readonly given: Readonly<Record<string, string>>;
  readonly prompt: string;
};

export type Planted = {
  readonly estate: Estate;
  /** Whoever may read in the company, by what they are. */
  readonly tokens: Readonly<Record<string, string | undefined>>;
  /** Agents whose configuration holds secrets. */
  readonly agentIds: readonly string[];
  readonly approvalIds: readonly string[];
  /** What a new run of each agent was given; it stays until it may go. */
  start(agentId: string): Promise<Given & { letGo(): Promise<string> }>;
  readonly teller: string;
  readonly prompted: string;
};

export async function plant(world: World, canaries: Canaries): Promise<Planted> {
  const { stack } = world;
  canaries.watch('password', PASSWORD);
  canaries.watch('board token', stack.boardToken);
  const estate = await foundEstate(world, `W${Date.now()}`);
  const { companyId, chief } = estate;
  canaries.watch('key of an agent', chief.token);
  const viewer = await addHolder(world, companyId, { role: 'viewer' });
  const tokens = {
    board: stack.boardToken, owner: estate.owner.token, viewer: viewer.token, ceo: chief.token,
    nobody: undefined,
  };
  canaries.watch('token of an owner', estate.owner.token);
  await storeNamed(world, canaries, companyId);
  const typed = await typeIntoConfiguration(world, canaries, companyId);
  const hire = await typeIntoHire(canaries, estate, world);
  await typeElsewhere(world, canaries, estate);
  const teller = await makeTeller(world, canaries, companyId);
  const prompted = await makePrompted(world, canaries, companyId);
  return {
    estate, tokens, teller, prompted,
    agentIds: [typed, hire.agentId, teller, prompted],
    approvalIds: [hire.approvalId],
    start: (agentId) => start(world, canaries, agentId),
  };
}

/** Under a key, so that the request itself is remembered; then another value. */
async function storeNamed({ board }: World, canaries: Canaries, companyId: string) {
  const secret = await board.call(agents, 'createSecret', {
    companyId, name: 'named', value: canaries.plant('named secret'),
  }, { 'idempotency-key': `secret-of-${companyId}` });
  await board.call(agents, 'rotateSecret', {
    companyId, secretId: secret.id, value: canaries.plant('rotated secret'),
  });
}

const secretsEverywhere = (canaries: Canaries, whose: string) => ({
  adapterConfig: {
    apiKey: canaries.plant(`${whose} by key`),
    note: canaries.plantToken(`${whose} by shape`),
    env: { PLAIN_NAME: canaries.plant(`${whose} env`) },
    headers: { 'X-Any': canaries.plant(`${whose} headers`) },
    deep: [{ er: { clientSecret: [canaries.plant(`${whose} nested`)] } }],
    promptTemplate: `Use ${canaries.plantToken(`${whose} prompt`)} for {{taskId}}.`,
  },
  runtimeConfig: {
    heartbeat: { enabled: false, wakeOnDemand: false },
    token: canaries.plant(`${whose} runtime`),
  },
  metadata: { password: canaries.plant(`${whose} metadata`) },
});

/** Created, changed, rolled back, and refused. */
async function typeIntoConfiguration({ board }: World, canaries: Canaries, companyId: string) {
  const { id: agentId } = await board.call(agents, 'createAgent', {
    companyId, name: 'Typed', ...secretsEverywhere(canaries, 'created'),
  });
  await board.call(agents, 'updateAgent', { agentId, ...secretsEverywhere(canaries, 'changed') });
  const first = (await board.call(agents, 'listConfigRevisions', { agentId })).at(-1);
  await board.call(agents, 'rollBackConfig', { agentId, revisionId: first?.id ?? '' });
  const refused = await board.patch(`/api/agents/${agentId}`, {
    adapterConfig: { args: ['--key', canaries.plantToken('refused argument')] },
  });
  if (refused.status !== 422) throw new Error(`an argument was answered with ${refused.status}`);
  return agentId;
}

async function typeIntoHire(canaries: Canaries, { companyId, chief }: Estate, { board }: World) {
  const { agent, approval } = await chief.caller.call(agents, 'hireAgent', {
    companyId, name: 'Hired', ...secretsEverywhere(canaries, 'hired'),
  });
  const approvalId = approval?.id ?? '';
  await board.call(approvals, 'requestRevision', { approvalId });
  const path = `/api/approvals/${approvalId}/resubmit`;
  const refused = await chief.caller.post(path, {
    payload: { adapterConfig: { env: { KEY: canaries.plant('resubmitted') } } },
  });
  if (refused.status !== 422) throw new Error(`a secret was answered with ${refused.status}`);
  const payload = { adapterConfig: { env: { KEY: { secretRef: 'named' } } } };
  const taken = await chief.caller.post(path, { payload });
  if (taken.status !== 200) throw new Error(`a reference was answered with ${taken.status}`);
  return { agentId: agent.id, approvalId };
}

/** A request to the board, credentials that are none, and a password that is wrong. */
async function typeElsewhere(
  { api }: World,
  canaries: Canaries,
  { companyId, chief: { caller } }: Estate,
): Promise<void> {
  await caller.call(approvals, 'createApproval', {
    companyId, type: 'request_board_approval',
    payload: { token: canaries.plant('asked'), note: `with ${canaries.plantToken('asked text')}` },
  });
  await api.as(canaries.plant('wrong bearer')).get('/api/agents/me');
  await api.as(`mst_agent_abcdefghijkl_${canaries.plant('wrong key')}`).get('/api/agents/me');
  await api.as().post('/api/auth/sign-in/email', {
    email: 'nobody@example.com', password: canaries.plant('wrong password'),
  });
}

/** Started by its configuration, with everything in its environment. */
async function makeTeller({ board, folder }: World, canaries: Canaries, companyId: string) {
  const cwd = join(folder, 'teller');
  mkdirSync(cwd, { recursive: true });
  const { id } = await board.call(agents, 'createAgent', {
    companyId, name: 'Teller', runtimeConfig: {},
    adapterConfig: {
      command: process.execPath, args: [program], cwd,
      env: {
        CANARY_TYPED: canaries.plant('told env'),
        CANARY_NAMED: { secretRef: 'named' },
        CANARY_LINES: `${canaries.plant('told line 1')}\n${canaries.plant('told line 2')}`,
        CANARY_ADDRESS: 'postgres://app:{{secret:named}}@db/app',
      },
    },
  });
  return id;
}

/** Started by what the operator has bound, with everything in its prompt. */
async function makePrompted({ board, folder }: World, canaries: Canaries, companyId: string) {
  const cwd = join(folder, 'prompted');
  mkdirSync(cwd, { recursive: true });
  const { id } = await board.call(agents, 'createAgent', {
    companyId, name: 'Prompted', adapterType: 'alpha_local', runtimeConfig: {},
    adapterConfig: {
      cwd, promptTemplate: `Use {{secret:named}} and ${canaries.plantToken('told prompt')}.`,
    },
  });
  return id;
}

async function start({ board, folder }: World, canaries: Canaries, agentId: string) {
  const { name } = await board.call(agents, 'getAgent', { agentId });
  const cwd = join(folder, name.toLowerCase());
  const woken = await board.call(scheduler, 'wakeAgent', { agentId });
  const given = await until('an agent at work', () =>
    JSON.parse(readFileSync(join(cwd, 'given.json'), 'utf8')) as Given);
  canaries.watch(`token of the run of ${name}`, given.given['SERVICE_API_KEY'] ?? '');
  return {
    ...given,
    letGo: async () => {
      writeFileSync(join(cwd, 'open'), '');
      const runId = 'id' in woken ? woken.id : '';
      await until('the end of its run', async () => {
        const { status } = await board.call(scheduler, 'getRun', { runId });
        return status === 'succeeded' || undefined;
      });
      return runId;
    },
  };
}
