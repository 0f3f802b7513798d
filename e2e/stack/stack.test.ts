import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@muster/local-servers';
import { removeDataFolder, startStack, type ProcessName, type Stack } from '@muster/local/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const fixture = (name: string) => fileURLToPath(new URL(name, import.meta.url));

let folder = '';
let stack: Stack;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-stack-'));
  process.env['SOME_PRIVATE_KEY'] = 'of the launcher';
  stack = await startStack({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    replicas: { gateway: 2, issues: 2 },
    durable: false,
    settings: { SWEEP_SECONDS: '1', WEBHOOK_TIMEOUT_SECONDS: '3', BOOKS_AUDIT_HOURS: '2' },
    serviceEntry: () => fixture('fixture-service.ts'),
  });
});

afterAll(async () => {
  delete process.env['SOME_PRIVATE_KEY'];
  await stack.stop();
  await removeDataFolder(join(folder, 'data'));
  rmSync(folder, { recursive: true });
});

const pidsOf = (service: ProcessName) =>
  stack
    .pids()
    .filter(({ name }) => name === service)
    .map(({ pid }) => pid);

/** The environment of a gateway, with which the fixture answers. */
async function environmentOf(baseUrl: string | undefined): Promise<Record<string, string>> {
  return (await fetch(baseUrl ?? '')).json() as Promise<Record<string, string>>;
}

describe('startStack', () => {
  it('runs the requested number of replicas', () => {
    expect(pidsOf('gateway')).toHaveLength(2);
    expect(pidsOf('issues')).toHaveLength(2);
    expect(pidsOf('billing')).toHaveLength(1);
    expect(stack.baseUrls).toHaveLength(2);
  });

  it('gives a service what it needs and the settings that it documents, and nothing else', async () => {
    const seen = await environmentOf(stack.baseUrls[1]);
    expect(seen).toMatchObject({
      DATABASE_URL: stack.access.databaseUrl('gateway'),
      NATS_URL: `nats://${new URL(stack.natsUrl).host}`,
      NATS_NKEY_SEED_FILE: stack.access.nats('gateway').seedFile,
      MUSTER_PUBLIC_URL: stack.baseUrl,
      MUSTER_BOARD_TOKEN_FILE: stack.boardTokenFile,
      SWEEP_SECONDS: '1',
      WEBHOOK_TIMEOUT_SECONDS: '3',
    });
    expect(seen).not.toHaveProperty('BOOKS_AUDIT_HOURS');
    expect(new URL(seen['DATABASE_URL'] ?? '').username).toBe('muster_gateway');
    expect(seen).not.toHaveProperty('SOME_PRIVATE_KEY');
    expect(seen).not.toHaveProperty('MUSTER_MASTER_KEY_FILE');
  });

  it('refuses a setting that no process documents', async () => {
    const settings = { WEBHOOK_TIMEOUT: '3' };
    await expect(
      startStack({ dataDir: join(folder, 'refused'), port: await freePort(), settings }),
    ).rejects.toThrow('no such settings: WEBHOOK_TIMEOUT');
  });

  it('replaces only the replica that was killed', async () => {
    const [first, second] = pidsOf('issues');
    stack.kill('issues', 1);
    await stack.whenReady('issues');
    expect(pidsOf('issues')).not.toContain(first);
    expect(pidsOf('issues')).toContain(second);
  });

  it('runs a runner, which has its key and no other secret, and replaces it', async () => {
    const [first] = pidsOf('runner');
    const names = readFileSync(`/proc/${first}/environ`, 'utf8')
      .split('\0')
      .map((variable) => variable.split('=')[0] ?? '');
    expect(names.filter((name) => /KEY|SECRET|TOKEN|URL|NATS|SEED|PASSWORD/.test(name))).toEqual([
      'MUSTER_RUNNER_KEY_FILE',
    ]);
    expect(await stack.isolation()).toMatch(/^(user|sandbox|none): /);
    stack.kill('runner');
    await stack.whenReady('runner');
    expect(pidsOf('runner')).not.toEqual([first]);
  });

  it('pauses and resumes a service', async () => {
    const impatient = { signal: AbortSignal.timeout(300) };
    stack.pause('gateway', 1);
    await expect(fetch(stack.baseUrl, impatient)).rejects.toThrow('timeout');
    stack.resume('gateway', 1);
    await stack.whenReady('gateway');
    expect((await fetch(stack.baseUrl)).status).toBe(200);
  });

  it('gives up with the log of a service that keeps crashing, and leaves no process', async () => {
    const dataDir = join(folder, 'broken');
    const failing = { dataDir, serviceEntry: () => fixture('no-such-program.ts'), durable: false };
    await expect(startStack({ ...failing, port: await freePort() })).rejects.toThrow(
      /keeps crashing[^]*Cannot find module/,
    );
    const again = startStack({
      dataDir,
      port: await freePort(),
      serviceEntry: () => fixture('fixture-service.ts'),
    });
    expect((await again).pids().length).toBeGreaterThan(0);
    await (await again).stop();
    await removeDataFolder(dataDir);
  });
});
