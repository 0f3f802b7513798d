/**
 * The programs with servers whose certificates a private authority has signed: as `privateCa` of the chart sets them up, each
 * trusts it by NODE_EXTRA_CA_CERTS.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, natsBinary, startServers, statusOf, type Servers } from '@muster/local-servers';
import {
  describeEach,
  hasRedisWithTls,
  startRedisGroup,
  until,
  type RedisGroup,
} from '@muster/test-kit';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

const LONGEST_MS = 60_000;
const root = join(import.meta.dirname, '../../..');

interface Program {
  readonly child: ChildProcess;
  readonly output: () => string;
}

const running: ChildProcess[] = [];

function start(path: string, args: readonly string[], env: Record<string, string>): Program {
  const child = spawn(process.execPath, [join(root, path), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
  return { child, output: () => output };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** The exit code of a program, and what it has printed. */
async function finished({ child, output }: Program): Promise<[number | null, string]> {
  const [code] = (await once(child, 'close')) as [number | null];
  return [code, output()];
}

describeEach(['a private authority'], hasRedisWithTls)(
  'servers with certificates of %s',
  { timeout: LONGEST_MS },
  () => {
    let folder: string;
    let group: RedisGroup;
    let servers: Servers;
    let nats: ChildProcess;
    /** What a scheduler needs, but for the authority. */
    let env: Record<string, string>;
    let trusting: Record<string, string>;
    let setup: Record<string, string>;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'muster-authority-'));
      group = await startRedisGroup();
      const given = { natsUrl: 'nats://nowhere.invalid', redisUrl: 'redis://nowhere.invalid' };
      servers = await startServers({ folder: join(folder, 'servers'), durable: false, given });
      await encrypt(servers.postgres.url);
      const natsPort = await startNats();
      await finished(start('services/setup/src/make-keys.ts', [join(folder, 'keys')], {}));
      const owner = `${servers.postgres.url}?sslmode=verify-full`;
      const own = new URL(owner);
      own.username = 'muster_scheduler';
      setup = { DATABASE_URL: owner, SCHEDULER_DATABASE_URL: own.href, QUEUE_IN_POSTGRES: 'false' };
      const redis = (group.env['REDIS_URL'] ?? '').replace(
        'redis.invalid',
        `127.0.0.1:${group.masterPort}`,
      );
      env = {
        DATABASE_URL: own.href,
        NATS_URL: `tls://muster:word@127.0.0.1:${natsPort}`,
        REDIS_URL: redis,
        MUSTER_SERVICE_KEYS_FILE: join(folder, 'keys/service-keys-scheduler'),
        MUSTER_RUN_TOKEN_KEY_FILE: join(folder, 'keys/run-token-key'),
      };
      trusting = { NODE_EXTRA_CA_CERTS: group.certificates.authority };
    }, LONGEST_MS);
    afterEach(() => Promise.all(running.splice(0).map(end)));
    afterAll(async () => {
      if (nats) await end(nats);
      await servers?.stop();
      await group?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Lets Postgres have only encrypted connections from here on. */
    async function encrypt(url: string): Promise<void> {
      const cluster = join(folder, 'servers/postgres/files/cluster');
      const { uid, gid } = statSync(cluster);
      const { certificate, key } = group.certificates;
      for (const [from, to] of [
        [certificate, 'server.crt'],
        [key, 'server.key'],
      ] as const) {
        copyFileSync(from, join(cluster, to));
        await chown(join(cluster, to), uid, gid);
      }
      const file = join(cluster, 'pg_hba.conf');
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^host /gm, 'hostssl '));
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('alter system set ssl = on');
      await client.query('select pg_reload_conf()');
      await client.end();
      const tls = { rejectUnauthorized: false };
      await until('Postgres by TLS', async () => {
        const probe = new pg.Client({ connectionString: url, ssl: tls });
        await probe.connect();
        await probe.end();
        return true;
      });
    }

    async function startNats(): Promise<number> {
      const [port, monitorPort] = [await freePort(), await freePort()];
      const { certificate, key } = group.certificates;
      const file = join(folder, 'nats.conf');
      writeFileSync(
        file,
        `listen: 127.0.0.1:${port}\nhttp: 127.0.0.1:${monitorPort}\n` +
          `tls { cert_file: "${certificate}", key_file: "${key}" }\n` +
          'authorization { user: muster, password: word }\n',
      );
      nats = spawn(natsBinary(), ['--config', file], { stdio: 'ignore' });
      const monitor = { host: '127.0.0.1', port: monitorPort };
      await until('a NATS server', async () =>
        (await statusOf(monitor, '/healthz', 1_000)) === 200 ? true : undefined,
      );
      return port;
    }

    const startScheduler = async (more: Record<string, string>) => {
      const port = await freePort();
      const program = start('services/scheduler/src/main.ts', [], {
        ...env,
        OPS_PORT: String(port),
        ...more,
      });
      return {
        ...program,
        isReady: async () =>
          (await statusOf({ host: '127.0.0.1', port }, '/readyz', 1_000)) === 200,
      };
    };

    it('are refused by a setup and a service that do not know it, which say why', async () => {
      const [code, output] = await finished(start('services/setup/src/main.ts', [], setup));
      expect([code, output]).toEqual([1, expect.stringMatching(/certificate/)]);
      const scheduler = await startScheduler({});
      await until('a message about the certificate', () =>
        /certificate is not trusted/.test(scheduler.output()) ? true : undefined,
      );
      expect(await scheduler.isReady().catch(() => false)).toBe(false);
    });

    it('are used by a setup and a service that trust it, by their name or address', async () => {
      const program = start('services/setup/src/main.ts', [], { ...setup, ...trusting });
      const [code, output] = await finished(program);
      expect([code, output]).toEqual([0, expect.stringContaining('setup finished')]);
      const byName = { NATS_URL: (env['NATS_URL'] ?? '').replace('127.0.0.1', 'localhost') };
      for (const more of [{}, byName]) {
        const scheduler = await startScheduler({ ...trusting, ...more });
        await until('a scheduler', async () => ((await scheduler.isReady()) ? true : undefined));
        expect(scheduler.output()).not.toMatch(/certificate/);
      }
    });
  },
);
