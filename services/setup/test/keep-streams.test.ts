/** The program that makes the streams again when NATS has lost them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { serviceNames, serviceTopology } from '@muster/contracts';
import { newId, PARTITIONS } from '@muster/service-kit';
import { until } from '@muster/test-kit';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

const MAIN = join(import.meta.dirname, '../src/main.ts');
const CONSUMERS =
  PARTITIONS * serviceNames.filter((name) => serviceTopology[name].reactsTo.length > 0).length;
const namespace = `k${newId().slice(-12)}`;

let nats: NatsConnection;
let manager: JetStreamManager;
let program: ChildProcess;
beforeAll(async () => {
  const { natsUrl } = inject('servers');
  const { host, username: user, password: pass } = new URL(natsUrl);
  nats = await connect({ servers: host, user, pass });
  manager = await jetstreamManager(nats);
  program = spawn(process.execPath, [MAIN, 'keep-streams'], {
    env: { PATH: process.env['PATH'], NATS_URL: natsUrl, NATS_NAMESPACE: namespace },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
});
afterAll(async () => {
  program.kill('SIGKILL');
  await nats.close();
});

/** The stream with all consumers of all services, as a name and a number. */
const stream = () =>
  until('the stream is there', async () => {
    for await (const { config, state } of manager.streams.list(`${namespace}.>`)) {
      if (state.consumer_count > 0) return config.name;
    }
    return undefined;
  });

const complete = (name: string) =>
  until('every service has its consumers', async () => {
    const { state } = await manager.streams.info(name);
    return state.consumer_count === CONSUMERS || undefined;
  });

it('makes them at the start, when they are gone and when a consumer is, and stops on SIGTERM', async () => {
  const name = await stream();
  await complete(name);
  await manager.streams.delete(name);
  expect(await stream()).toBe(name);
  await complete(name);
  const [lost] = await manager.consumers.list(name).next();
  await manager.consumers.delete(name, lost?.name ?? '');
  await complete(name);
  program.kill('SIGTERM');
  const [code] = (await once(program, 'exit')) as [number | null];
  expect(code).toBe(0);
  await manager.streams.delete(name);
}, 120_000);
