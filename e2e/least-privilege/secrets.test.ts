/**
 * The secrets of every process, read where the process finds them: each has those that it has a use for,
 * and what one service holds makes no caller, run token or signature of a webhook.
 */
import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { agents, type ServiceName } from '@muster/contracts';
import { SERVICES, type ProcessName } from '@muster/local/stack';
import { connect, headers, nkeyAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAgent, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';

const world = useWorld({ replicas: 1 });

const isSecret = /SECRET|TOKEN|SEED|PASSWORD|_KEYS?(_|$)|DATABASE_URL|REDIS/;

/** Variable → value of the process, files read. */
function secretsOf(service: ProcessName): Record<string, string> {
  const pid = world()
    .stack.pids()
    .find(({ name }) => name === service)?.pid;
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  return Object.fromEntries(
    environment.flatMap((line) => {
      const [variable = '', ...rest] = line.split('=');
      const value = rest.join('=');
      if (!isSecret.test(variable)) return [];
      return variable.endsWith('_FILE')
        ? [[variable.slice(0, -'_FILE'.length), readFileSync(value, 'utf8').trim()]]
        : [[variable, value]];
    }),
  );
}

/** Pair or `own` → key. */
const keysOf = (service: ServiceName): ReadonlyMap<string, Buffer> =>
  new Map(
    (secretsOf(service)['MUSTER_SERVICE_KEYS'] ?? '').split('\n').map((line) => {
      const [name = '', key = ''] = line.split('=');
      return [name, Buffer.from(key, 'base64url')] as const;
    }),
  );

const others = (service: ServiceName): ServiceName[] => SERVICES.filter((one) => one !== service);

describe('the secrets of a process', () => {
  const common = ['DATABASE_URL', 'MUSTER_SERVICE_KEYS', 'NATS_NKEY_SEED'];
  const more: Partial<Record<ServiceName, readonly string[]>> = {
    agents: ['MUSTER_MASTER_KEY'],
    scheduler: ['MUSTER_RUN_TOKEN_KEY'],
    gateway: ['MUSTER_BOARD_TOKEN', 'MUSTER_RUN_TOKEN_PUBLIC_KEY', 'MUSTER_WEBHOOK_SECRET'],
  };

  it.each(SERVICES)('of %s are those that it has a use for', (service) => {
    const held = Object.keys(secretsOf(service)).filter((variable) => variable !== 'REDIS_URL');
    expect(held.toSorted()).toEqual([...common, ...(more[service] ?? [])].toSorted());
  });

  it('of the runner are its own key, which no variable of a service holds', () => {
    const { MUSTER_RUNNER_KEY: key, ...further } = secretsOf('runner');
    expect(further).toEqual({});
    expect(SERVICES.flatMap((service) => Object.values(secretsOf(service)))).not.toContain(key);
  });

  it.each(SERVICES)('of %s are no secrets of other services', (service) => {
    const { REDIS_URL: _, ...own } = secretsOf(service);
    const foreign = others(service).flatMap((other) => Object.values(secretsOf(other)));
    expect(Object.values(own).filter((value) => foreign.includes(value))).toEqual([]);
    const names = [...keysOf(service).keys()];
    expect(names.filter((name) => name !== 'own' && !name.split('>').includes(service))).toEqual(
      [],
    );
  });

  it('sign as the release before did in none of them', () => {
    expect(SERVICES.flatMap((service) => Object.keys(secretsOf(service)))).not.toContain(
      'MUSTER_SECRET',
    );
  });
});

describe('a service that was taken over', () => {
  const operation = 'listCompanies';
  const board = { type: 'user', id: randomUUID(), name: 'Board', companies: 'all' };
  let nats: NatsConnection;
  beforeAll(async () => {
    // The user of the gateway may send every request: NATS shall not be what refuses them.
    const { url, seedFile = '' } = world().stack.access.nats('gateway');
    nats = await connect({
      servers: url,
      authenticator: nkeyAuthenticator(readFileSync(seedFile)),
      inboxPrefix: '_INBOX.gateway',
    });
  });
  afterAll(() => nats?.close());

  const envelope = (from: string, actor: object, requestId: string): string =>
    Buffer.from(
      JSON.stringify({ actor, requestId, from, expiresAt: Date.now() + 10_000 }),
    ).toString('base64url');
  const request = async (
    service: ServiceName,
    from: string,
    key: Buffer,
    actor: object = board,
  ) => {
    const requestId = randomUUID();
    const body = envelope(from, actor, requestId);
    const mac = createHmac('sha256', key).update(`${operation} ${body}`).digest('base64url');
    const sent = headers();
    sent.set('Request-Id', requestId);
    sent.set('Actor', `${body}.${mac}`);
    const reply = await nats.request(`rpc.v1.${service}.${operation}`, '{}', {
      headers: sent,
      timeout: 20_000,
    });
    return reply.headers?.get('Nats-Service-Error-Code') || '200';
  };

  it('is not the gateway, whose key for agents makes a caller there', async () => {
    const key = keysOf('gateway').get('gateway>agents') ?? expect.fail('no key');
    expect(await request('agents', 'gateway', key)).toBe('200');
  });

  it.each(SERVICES.filter((service) => service !== 'gateway' && service !== 'agents'))(
    'as %s cannot make a caller with any of its keys',
    async (service) => {
      for (const key of keysOf(service).values()) {
        for (const from of ['gateway', service]) {
          expect(await request('agents', from, key)).toBe('401');
        }
        const self = { type: 'service', id: service, name: service };
        expect(await request('agents', service, key, self)).toBe('401');
      }
    },
  );

  it.each(others('scheduler'))('as %s cannot make a run token', async (service) => {
    const { api, board: caller } = world();
    const { id: companyId } = await createCompany(caller);
    const { id: agentId } = await addAgent(caller, companyId);
    const exp = Math.floor(Date.now() / 1_000) + 3_600;
    const claims = { runId: randomUUID(), agentId, companyId, epoch: 1, exp, iat: exp - 3_600 };
    const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const secrets = [...Object.values(secretsOf(service)), ...keysOf(service).values()];
    for (const secret of secrets) {
      for (const key of [
        secret,
        Buffer.from(hkdfSync('sha256', secret, 'muster', 'run-token', 32)),
      ]) {
        const mac = createHmac('sha256', key).update(body).digest('base64url');
        const { status } = await api.as(`mst_run_${body}.${mac}`).get('/api/session');
        expect(status).toBe(401);
      }
    }
  });

  it('as the runner opens nothing with its key but its channel', async () => {
    const { MUSTER_RUNNER_KEY: key = expect.fail('no key') } = secretsOf('runner');
    for (const bytes of [Buffer.from(key), Buffer.from(key, 'base64url')]) {
      for (const from of SERVICES) expect(await request('agents', from, bytes)).toBe('401');
    }
    const { status } = await world().api.as(key).get('/api/session');
    expect(status).toBe(401);
  });

  it('cannot sign a delivery to a webhook, unless it is the gateway', async () => {
    const { board: caller } = world();
    const { id: companyId } = await createCompany(caller);
    const url = 'https://receiver.example.com/hook';
    const { body } = await caller.post(`/api/companies/${companyId}/webhooks`, { url });
    const { id, secret } = body as { id: string; secret: string };
    const derived = (from: string | Buffer): string =>
      `whsec_${Buffer.from(hkdfSync('sha256', from, 'muster', `webhook ${id} 1`, 32)).toString('base64url')}`;
    const canSign = SERVICES.filter((service) =>
      [...Object.values(secretsOf(service)), ...keysOf(service).values()].some(
        (held) => derived(held) === secret,
      ),
    );
    expect(canSign).toEqual(['gateway']);
  });

  it('serves operations that exist', () => {
    expect(Object.keys(agents.operations)).toContain(operation);
  });
});
