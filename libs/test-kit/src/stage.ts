/**
 * One service, running for real: its own schema in Postgres, its own subjects on NATS, callers of
 * every kind through the subject, and neighbours that say events.
 */
import { randomBytes } from 'node:crypto';
import {
  agents, logOperations, type Actor, type AgentSnapshot, type CompanySnapshot, type Contract,
  type EventName, type EventRecord, type Payload, type ServiceName,
} from '@muster/contracts';
import {
  callOperation, many, none, sql, startService,
  type CallOptions, type Client, type Db, type RunningService, type ServiceDefinition,
} from '@muster/service-kit';
import { inject } from 'vitest';
import { serviceActor } from './actors.ts';
import { openAdmin, type Admin } from './admin.ts';
import { startNeighbour, type Neighbour } from './neighbour.ts';
import { aCompany, anAgent } from './snapshots.ts';
import { setUp } from './start.ts';

/** Longest that a service can be asked to wait for an event. */
const HEARD_MS = 2_000;
/** How often it is asked: on a busy machine an event may need longer to reach it. */
const ASKED_MAX = 10;
const TEST_SECRET = 'a secret that only tests know, long enough';
const TEST_MASTER_KEY = randomBytes(32).toString('base64');

export interface StageOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** What else the setup command makes for this service, once its schema is there. */
  readonly prepare?: (env: NodeJS.ProcessEnv) => Promise<void>;
}

export interface Saying<P> {
  readonly companyId: string;
  readonly entityId: string;
  readonly payload: P;
}

export interface Stage<C extends Contract> {
  readonly service: RunningService;
  readonly db: Db;
  /** The database as its owner: past the walls, and for what a service may not do. */
  admin(): Promise<Admin>;
  /** The environment of this stage, to start further services in it. */
  readonly env: NodeJS.ProcessEnv;
  as(actor: Actor, options?: Omit<CallOptions, 'actor'>): Client<C>;
  said(type?: EventName<C>): Promise<EventRecord[]>;
  /** A neighbour says it; resolves when the service has applied it. */
  hear<N extends Contract, E extends EventName<N>>(
    from: N,
    name: E,
    saying: Saying<Payload<N, E>>,
  ): Promise<void>;
  /** The same without waiting: for events that the service is expected to fail on. */
  tell<N extends Contract, E extends EventName<N>>(
    from: N,
    name: E,
    saying: Saying<Payload<N, E>>,
  ): Promise<void>;
  readonly given: {
    company(overrides?: Partial<CompanySnapshot>): Promise<CompanySnapshot>;
    agent(companyId: string, overrides?: Partial<AgentSnapshot>): Promise<AgentSnapshot>;
  };
  /** Winds the cursors back by one event each and lets everything be applied again. */
  redeliver(): Promise<void>;
  /** A further process of the service on the same schema. */
  replica(): Promise<RunningService>;
  neighbour(contract: Contract): Promise<Neighbour>;
  close(): Promise<void>;
}

export async function openStage<C extends Contract>(
  definition: ServiceDefinition<C>,
  options: StageOptions = {},
): Promise<Stage<C>> {
  const { databaseUrl, natsUrl } = inject('servers');
  const namespace = `t${randomBytes(4).toString('hex')}`;
  const envOf = (service: string): NodeJS.ProcessEnv => ({
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    NATS_NAMESPACE: namespace,
    DB_SCHEMA: `${namespace}_${service}`,
    DB_POOL_MAX: '5',
    MUSTER_SECRET: TEST_SECRET,
    MUSTER_MASTER_KEY: TEST_MASTER_KEY,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    SWEEP_SECONDS: '1',
    EVENTS_MAX_MB: '8',
    ...options.env,
  });
  const { contract } = definition;
  const env = envOf(contract.name);
  await setUp(definition, env);
  await options.prepare?.(env);
  const service = await startService(definition, env);
  const started: RunningService[] = [service];
  const neighbours = new Map<string, Promise<Neighbour>>();
  const neighbour = (of: Contract): Promise<Neighbour> => {
    let running = neighbours.get(of.name);
    if (!running) {
      running = startNeighbour(of, envOf(of.name));
      neighbours.set(of.name, running);
    }
    return running;
  };
  const { db } = service.runtime;
  let admin: Promise<Admin> | undefined;
  const tell: Stage<C>['tell'] = async (from, name, saying) => {
    await (await neighbour(from)).say(from, name, saying);
  };
  const hear: Stage<C>['hear'] = async (from, name, saying) => {
    const seq = await (await neighbour(from)).say(from, name, saying);
    await applied(service, { producer: from.name, companyId: saying.companyId, seq });
  };
  return {
    service,
    db,
    admin: () => (admin ??= openAdmin(databaseUrl, env['DB_SCHEMA'] ?? contract.name)),
    env,
    as: (actor, callOptions = {}) => clientAs(service, contract, actor, callOptions),
    said: async (type) => {
      const events = await many<EventRecord>(db, sql`
        select id, company_id, seq, type, version, entity_type, entity_id, actor_type, actor_id,
          actor_name, run_id, request_id, caused_by, payload, traceparent, occurred_at
        from events order by occurred_at, seq limit 100000`);
      return type ? events.filter((event) => event.type === type) : events;
    },
    hear,
    tell,
    given: givenBy(hear),
    redeliver: () => redeliver(service),
    replica: async () => {
      const { OPS_PORT: _, ...same } = env;
      const twin = await startService(definition, same);
      started.push(twin);
      return twin;
    },
    neighbour,
    close: async () => {
      await Promise.all(started.map((running) => running.stop()));
      const others = await Promise.all(neighbours.values());
      await Promise.all(others.map((other) => other.service.stop()));
      await (await admin)?.end();
    },
  };
}

/** A client whose every call goes through the subject, as that caller. */
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
          ...options, ...more, actor,
        }),
    ]),
  ) as unknown as Client<C>;

async function applied(
  { runtime }: RunningService,
  position: { producer: ServiceName; companyId: string; seq: number },
): Promise<void> {
  for (let asked = 0; asked < ASKED_MAX; asked += 1) {
    const answer = (await callOperation(
      runtime.rpc, runtime.name, 'awaitApplied', logOperations.awaitApplied,
      { ...position, waitMs: HEARD_MS }, { actor: serviceActor() },
    )) as { applied: boolean };
    if (answer.applied) return;
  }
  throw new Error(`${runtime.name} has not applied ${JSON.stringify(position)}`);
}

const givenBy = <C extends Contract>(hear: Stage<C>['hear']): Stage<C>['given'] => ({
  async company(overrides = {}) {
    const payload = aCompany(overrides);
    const { companyId } = payload;
    await hear(agents, 'company.created', { companyId, entityId: companyId, payload });
    return payload;
  },
  async agent(companyId, overrides = {}) {
    const payload = anAgent(overrides);
    await hear(agents, 'agent.created', { companyId, entityId: payload.agentId, payload });
    return payload;
  },
});

async function redeliver(service: RunningService): Promise<void> {
  await none(service.runtime.db, sql`
    update cursors set last_seq = last_seq - 1 where last_seq > 0`);
  await service.sweep();
}
