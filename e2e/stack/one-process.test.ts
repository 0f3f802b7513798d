/** The six services in one process, as `start` runs them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@muster/local-servers';
import { removeDataFolder, SERVICES, startStack, type Stack } from '@muster/local/stack';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder = '';
let stack: Stack;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-one-process-'));
  const dataDir = join(folder, 'data');
  const port = await freePort();
  stack = await startStack({ dataDir, port, replicas: 'together', durable: false });
});
afterAll(async () => {
  await stack.stop();
  await removeDataFolder(join(folder, 'data'));
  rmSync(folder, { recursive: true });
});

const pidOfServices = () => stack.pids().find(({ name }) => name === 'services')?.pid;

async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const reply = await fetch(`${stack.baseUrl}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${stack.boardToken}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect([200, 201]).toContain(reply.status);
  return reply.json();
}

it('runs beside the runner and the servers, and each service answers at a port of its own', async () => {
  const names = stack.pids().map(({ name }) => name);
  expect(names.filter((name) => name !== 'redis')).toEqual([
    'services',
    'runner',
    'postgres',
    'nats',
  ]);
  const services = stack.opsUrls.filter(({ service }) => service !== 'runner');
  expect(services.map(({ service }) => service)).toEqual(SERVICES);
  const pages = await Promise.all(
    services.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
  );
  expect(pages.map((page) => /^muster_build_info\{.*service="(\w+)"/m.exec(page)?.[1])).toEqual(
    SERVICES,
  );
});

it('finds no address and no key in the environment of the process', () => {
  const names = readFileSync(`/proc/${pidOfServices()}/environ`, 'utf8')
    .split('\0')
    .map((variable) => variable.split('=')[0] ?? '');
  expect(names.filter((name) => /KEY|SECRET|TOKEN|URL|NATS|SEED|PASSWORD/.test(name))).toEqual([]);
});

it('comes back with all services when one is killed, and keeps what was written', async () => {
  const { id } = (await call('POST', '/companies', { name: 'Kept' })) as { id: string };
  const before = pidOfServices();
  stack.kill('billing');
  await stack.whenReady();
  expect(pidOfServices()).not.toBe(before);
  expect(await call('GET', `/companies/${id}`)).toMatchObject({ name: 'Kept' });
  await call('POST', `/companies/${id}/issues`, { title: 'After the restart' });
});
