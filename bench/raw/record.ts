/**
 * What the services send to Postgres for one request of each row. They run in this process, one after
 * another, each on a schema and subjects of its own, with copies of the tables that the requests
 * are about.
 */
import { randomBytes } from 'node:crypto';
import { gateway, Refusal } from '@muster/contracts';
import {
  actorSigner,
  callOperation,
  makeRunTokenKeys,
  makeServiceKeys,
  openLogger,
  openRpc,
  setUpSchema,
  startService,
  type Rpc,
} from '@muster/service-kit';
import type { Stack } from '@muster/local/stack';
import type pg from 'pg';
import type { RawRow } from '../rows.ts';
import type { LoadClient } from '../seed.ts';
import { fillSchema } from './copies.ts';
import { playOf, type Play } from './plays.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { PATCHED_PRIORITY, REQUESTS, type RecordedRequest, type Sample } from './requests.ts';
import { RECORDED, schemaOf, type RecordedOwner } from './services.ts';

const SECRET_BYTES = 32;
const NAMESPACE = 'bench_raw';

export type Plays = ReadonlyMap<RawRow, readonly Play[]>;

/** Plays in the order of the requests of each row; the tables are then as they were before. */
export async function recordPlays(
  stack: Stack,
  owner: pg.Client,
  clients: readonly LoadClient[],
  rows: readonly RawRow[],
): Promise<Plays> {
  const recorded = new Map<RecordedRequest, Play>();
  const requests = rows.flatMap((row) => REQUESTS[row]);
  const recorder = openRecorder();
  try {
    for (const [service, asked] of Map.groupBy(requests, (request) => request.service)) {
      const plays = await recordService({ stack, owner, clients, recorder }, service, asked);
      for (const [request, play] of plays) recorded.set(request, play);
      await fillSchema(owner, service);
    }
  } finally {
    recorder.close();
  }
  return new Map(
    rows.map((row) => [row, REQUESTS[row].map((request) => recorded.get(request) as Play)]),
  );
}

interface Recording {
  readonly stack: Stack;
  readonly owner: pg.Client;
  readonly clients: readonly LoadClient[];
  readonly recorder: Recorder;
}

async function recordService(
  { stack, owner, clients, recorder }: Recording,
  service: RecordedOwner,
  requests: readonly RecordedRequest[],
): Promise<Map<RecordedRequest, Play>> {
  const { ask, stop } = await startAlone(stack, service);
  const plays = new Map<RecordedRequest, Play>();
  try {
    await fillSchema(owner, service);
    for (const [index, request] of [...new Set(requests)].entries()) {
      // The first one meets empty caches, so the second one is recorded.
      const [first, second] = [sampleOf(clients, 2 * index), sampleOf(clients, 2 * index + 1)];
      for (const sample of request.after ? [first, second] : []) await ask(request.after, sample);
      await ask(request, first);
      const sent = await recorder.during(() => ask(request, second));
      plays.set(request, playOf(schemaOf(service), sent, slotsOf(request, second)));
    }
  } finally {
    await stop();
  }
  return plays;
}

/** Of the first client's company, each about another issue. */
function sampleOf(clients: readonly LoadClient[], index: number): Sample {
  const [client] = clients as [LoadClient];
  const agents = clients
    .filter(({ companyId }) => companyId === client.companyId)
    .flatMap((member) => member.agents);
  const issue = client.pool[index];
  const [agent, rival] = agents;
  if (!agent || !rival || !issue) throw new Error('the first company is too small to record');
  return { companyId: client.companyId, agent, rival, issue };
}

function slotsOf({ actor }: RecordedRequest, sample: Sample): Map<string, string> {
  const caller = actor(sample);
  return new Map([
    [sample.companyId, 'companyId'],
    [caller.type === 'agent' ? caller.id : sample.agent.id, 'agentId'],
    [sample.issue.id, 'issueId'],
    [sample.issue.identifier, 'identifier'],
    [sample.issue.rareWord, 'rareWord'],
    [PATCHED_PRIORITY, 'priority'],
  ]);
}

type AskAlone = (request: RecordedRequest | undefined, sample: Sample) => Promise<void>;

/** The service by itself: what it is told by others never comes. */
async function startAlone({ databaseUrl, natsUrl }: Stack, service: RecordedOwner) {
  // Only what it does for requests is recorded, so its own background work does not begin.
  const { start: _, ...definition } = RECORDED[service].definition;
  const schema = schemaOf(service);
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  const env = {
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    NATS_NAMESPACE: NAMESPACE,
    DB_SCHEMA: schema,
    MUSTER_MASTER_KEY: randomBytes(SECRET_BYTES).toString('base64'),
    MUSTER_SERVICE_KEYS: makeServiceKeys(secret, service),
    MUSTER_RUN_TOKEN_KEY: makeRunTokenKeys().privateKey,
    LOG_LEVEL: 'silent',
  };
  const log = openLogger(service, env.LOG_LEVEL);
  const { migrations } = definition;
  await setUpSchema(env, { name: service, schema, role: `muster_${service}`, migrations }, log);
  const { runtime, stop } = await startService(definition, env);
  const signer = actorSigner(gateway, {
    MUSTER_SERVICE_KEYS: makeServiceKeys(secret, gateway.name),
  });
  const rpc = openRpc(runtime, signer);
  const ask: AskAlone = async (request, sample) => {
    if (request) await askOnce(rpc, request, sample);
  };
  return { ask, stop };
}

async function askOnce(
  rpc: Rpc,
  { service, operation: name, input, actor, refusedAs }: RecordedRequest,
  sample: Sample,
): Promise<void> {
  const operation = RECORDED[service].definition.contract.operations[name];
  if (!operation) throw new Error(`${service} has no operation ${name}`);
  const asked = callOperation(rpc, service, name, operation, input(sample), {
    actor: actor(sample),
  });
  const refusal = await asked.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
  if (refusal !== refusedAs)
    throw new Error(`${name} was answered with ${refusal ?? 'no refusal'}`);
}
