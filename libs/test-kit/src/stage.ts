/**
 * A stage: one real service with its own schema in Postgres and its own subjects on NATS, callers of
 * every kind, and stand-ins of other services.
 */
import { randomBytes } from 'node:crypto';
import {
  agents,
  logOperations,
  type Actor,
  type AgentSnapshot,
  type CompanySnapshot,
  type Contract,
  type EventName,
  type EventRecord,
  type Payload,
  type ServiceName,
} from '@muster/contracts';
import {
  callOperation,
  makeRunTokenKeys,
  many,
  none,
  sql,
  startService,
  type CallOptions,
  type Client,
  type Db,
  type RunningService,
  type ServiceDefinition,
} from '@muster/service-kit';
import { inject } from 'vitest';
import { serviceActor } from './actors.ts';
import { calledByAnyone, testServiceKeys } from './callers.ts';
import { openAdmin, type Admin } from './admin.ts';
import { standInOf, startStandIn, type StandIn } from './stand-in.ts';
import { aCompany, anAgent } from './snapshots.ts';
import { setUp } from './start.ts';

/** Longest wait for an event that the service allows per request. */
const APPLIED_WAIT_MS = 2_000;
/** Requests in a row: on a busy machine an event may take longer than one. */
const APPLIED_REQUESTS_MAX = 10;
const TEST_WEBHOOK_SECRET = 'a secret for webhooks that only tests know';
const TEST_RUN_TOKEN_KEYS = makeRunTokenKeys();
const TEST_MASTER_KEY = randomBytes(32).toString('base64');

export interface StageOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Further setup of this service, after its schema. */
  readonly prepare?: (env: NodeJS.ProcessEnv) => Promise<void>;
}

export interface EventInput<P> {
  readonly companyId: string;
  readonly entityId: string;
  readonly payload: P;
}

export interface Stage<C extends Contract> {
  readonly service: RunningService;
  readonly db: Db;
  /** A connection as the database's owner, who is exempt from row-level security. */
  admin(): Promise<Admin>;
  /** The environment of this stage, for starting further services in it. */
  readonly env: NodeJS.ProcessEnv;
  as(actor: Actor, options?: Omit<CallOptions, 'actor'>): Client<C>;
  emitted(type?: EventName<C>): Promise<EventRecord[]>;
  /** A stand-in emits the event; resolves when the service has applied it. */
  receive<N extends Contract, E extends EventName<N>>(
    from: N,
    name: E,
    event: EventInput<Payload<N, E>>,
  ): Promise<void>;
  /** The same without waiting, for events that the service fails to apply. */
  emitFrom<N extends Contract, E extends EventName<N>>(
    from: N,
    name: E,
    event: EventInput<Payload<N, E>>,
  ): Promise<void>;
  readonly given: {
    company(overrides?: Partial<CompanySnapshot>): Promise<CompanySnapshot>;
    agent(companyId: string, overrides?: Partial<AgentSnapshot>): Promise<AgentSnapshot>;
  };
  /** Winds each cursor back by one event, which is then applied again. */
  redeliver(): Promise<void>;
  /** Compares all logs once; a producer that the test has not started gets a stand-in, which answers. */
  sweep(): Promise<void>;
  /** A second instance of the service on the same schema. */
  replica(): Promise<RunningService>;
  /**
   * The stand-in of a service, started on first use. A definition of `standInOf` gives it handlers;
   * it must be used before the contract alone is.
   */
  standIn<O extends Contract>(other: O | ServiceDefinition<O>): Promise<StandIn>;
  close(): Promise<void>;
}

export async function openStage<C extends Contract>(
  definition: ServiceDefinition<C>,
  options: StageOptions = {},
): Promise<Stage<C>> {
  const { databaseUrl, natsUrl } = inject('servers');
  const namespace = `t${randomBytes(4).toString('hex')}`;
  const envOf = (service: ServiceName): NodeJS.ProcessEnv => ({
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    NATS_NAMESPACE: namespace,
    DB_SCHEMA: `${namespace}_${service}`,
    DB_POOL_MAX: '5',
    MUSTER_SERVICE_KEYS: testServiceKeys(service),
    MUSTER_MASTER_KEY: TEST_MASTER_KEY,
    MUSTER_WEBHOOK_SECRET: TEST_WEBHOOK_SECRET,
    MUSTER_RUN_TOKEN_KEY: TEST_RUN_TOKEN_KEYS.privateKey,
    MUSTER_RUN_TOKEN_PUBLIC_KEY: TEST_RUN_TOKEN_KEYS.publicKey,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    SWEEP_SECONDS: '1',
    ...options.env,
  });
  const { contract } = definition;
  const env = envOf(contract.name);
  await setUp(definition, env);
  await options.prepare?.(env);
  const service = calledByAnyone(await startService(definition, env));
  const started: RunningService[] = [service];
  const standIns = new Map<string, Promise<StandIn>>();
  const standIn: Stage<C>['standIn'] = (other) => {
    const { name } = 'contract' in other ? other.contract : other;
    let running = standIns.get(name);
    if (!running) {
      const standInDefinition = 'contract' in other ? other : standInOf(other);
      const { OPS_PORT: _, ...standInEnv } = envOf(name);
      running = startStandIn(standInDefinition, standInEnv);
      standIns.set(name, running);
    }
    return running;
  };
  const { db } = service.runtime;
  // Without an answer of every producer, a sweep waits until its requests are over.
  const sweep: Stage<C>['sweep'] = async () => {
    const producers = Object.values(definition.reactions).map(({ producer }) => producer);
    const others = producers.filter(({ name }) => name !== contract.name);
    await Promise.all(others.map((producer) => standIn(producer)));
    await service.sweep();
  };
  let admin: Promise<Admin> | undefined;
  const emitFrom: Stage<C>['emitFrom'] = async (from, name, event) => {
    await (await standIn(from)).emit(from, name, event);
  };
  const receive: Stage<C>['receive'] = async (from, name, event) => {
    const seq = await (await standIn(from)).emit(from, name, event);
    await applied(service, { producer: from.name, companyId: event.companyId, seq });
  };
  return {
    service,
    db,
    admin: () => (admin ??= openAdmin(databaseUrl, env['DB_SCHEMA'] ?? contract.name)),
    env,
    as: (actor, callOptions = {}) => clientAs(service, contract, actor, callOptions),
    emitted: async (type) => {
      const events = await many<EventRecord>(
        db,
        sql`
        select id, company_id, seq, type, version, entity_type, entity_id, actor_type, actor_id,
          actor_name, run_id, request_id, caused_by, payload, traceparent, occurred_at
        from events order by occurred_at, seq limit 100000`,
      );
      return type ? events.filter((event) => event.type === type) : events;
    },
    receive,
    emitFrom,
    given: givenBy(receive),
    redeliver: () => redeliver(db, sweep),
    sweep,
    replica: async () => {
      const { OPS_PORT: _, ...same } = env;
      const replica = calledByAnyone(await startService(definition, same));
      started.push(replica);
      return replica;
    },
    standIn,
    close: async () => {
      await Promise.all(started.map((running) => running.stop()));
      const others = await Promise.all(standIns.values());
      await Promise.all(others.map((other) => other.service.stop()));
      await (await admin)?.end();
    },
  };
}

/** A client that calls the service over NATS as that caller. */
export const clientAs = <C extends Contract>(
  { runtime }: RunningService,
  contract: C,
  actor: Actor,
  options: Omit<CallOptions, 'actor'> = {},
): Client<C> =>
  Object.fromEntries(
    Object.entries(contract.operations).map(([name, operation]) => [
      name,
      (input: object, more: CallOptions = {}) =>
        callOperation(runtime.rpc, contract.name, name, operation, input, {
          ...options,
          ...more,
          actor,
        }),
    ]),
  ) as unknown as Client<C>;

async function applied(
  { runtime }: RunningService,
  position: { producer: ServiceName; companyId: string; seq: number },
): Promise<void> {
  for (let request = 0; request < APPLIED_REQUESTS_MAX; request += 1) {
    const answer = (await callOperation(
      runtime.rpc,
      runtime.name,
      'awaitApplied',
      logOperations.awaitApplied,
      { ...position, waitMs: APPLIED_WAIT_MS },
      { actor: serviceActor('gateway') },
    )) as { applied: boolean };
    if (answer.applied) return;
  }
  throw new Error(`${runtime.name} has not applied ${JSON.stringify(position)}`);
}

const givenBy = <C extends Contract>(receive: Stage<C>['receive']): Stage<C>['given'] => ({
  async company(overrides = {}) {
    const payload = aCompany(overrides);
    const { companyId } = payload;
    await receive(agents, 'company.created', { companyId, entityId: companyId, payload });
    return payload;
  },
  async agent(companyId, overrides = {}) {
    const payload = anAgent(overrides);
    await receive(agents, 'agent.created', { companyId, entityId: payload.agentId, payload });
    return payload;
  },
});

async function redeliver(db: Db, sweep: () => Promise<void>): Promise<void> {
  await none(
    db,
    sql`
    update cursors set last_seq = last_seq - 1 where last_seq > 0`,
  );
  await sweep();
}
