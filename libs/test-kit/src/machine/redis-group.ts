/** Redis servers of a test: a master, its replica and a sentinel, by TLS with a private authority. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@muster/local-servers';

const MASTER = 'the-master';
const PASSWORD = 'p@ss of redis';
const SENTINEL_PASSWORD = 'of the sentinels';
/** Silence of a master after which the sentinel takes its replica. */
const DOWN_MS = 1_000;

/** Whether this machine has openssl and a Redis that is built with TLS. */
export function hasRedisWithTls(): boolean {
  // It is not told a certificate: a build with TLS misses it and exits, others do not know the option.
  const args = ['--port', '0', '--tls-port', '1'];
  const { stdout } = spawnSync('redis-server', args, { encoding: 'utf8', timeout: 5_000 });
  const isBuiltWith = /tls-cert-file/.test(stdout ?? '');
  return isBuiltWith && spawnSync('openssl', ['version']).status === 0;
}

export interface RedisGroup {
  /** What a service needs to use the group. */
  readonly env: Readonly<Record<string, string>>;
  readonly masterPort: number;
  /** Paths of the authority, and of a certificate for this machine with its key, which other servers may have too. */
  readonly certificates: Readonly<Record<'authority' | 'certificate' | 'key', string>>;
  /** Resolves when the master is gone. The sentinel then makes its replica the master. */
  killMaster(): Promise<void>;
  close(): Promise<void>;
}

export async function startRedisGroup(): Promise<RedisGroup> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-redis-'));
  makeCertificates(folder);
  const [masterPort, replicaPort, sentinelPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const server = ['save ""', `requirepass "${PASSWORD}"`, `masterauth "${PASSWORD}"`];
  const master = await start(folder, masterPort, server, 'Ready to accept connections');
  const copies = [...server, `replicaof 127.0.0.1 ${masterPort}`, 'repl-diskless-sync-delay 0'];
  const replica = await start(folder, replicaPort, copies, 'Finished with success');
  const sentinel = await start(folder, sentinelPort, sentinelSettings(masterPort), '+slave ');
  const all = [master, replica, sentinel];
  return {
    env: {
      REDIS_URL: `rediss://:${encodeURIComponent(PASSWORD)}@redis.invalid`,
      REDIS_CA: readFileSync(join(folder, 'ca.crt'), 'utf8'),
      REDIS_SENTINELS: `127.0.0.1:1,127.0.0.1:${sentinelPort}`,
      REDIS_SENTINEL_MASTER: MASTER,
      REDIS_SENTINEL_PASSWORD: SENTINEL_PASSWORD,
    },
    masterPort,
    certificates: {
      authority: join(folder, 'ca.crt'),
      certificate: join(folder, 'redis.crt'),
      key: join(folder, 'redis.key'),
    },
    killMaster: () => end(master),
    async close() {
      await Promise.all(all.map(end));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const sentinelSettings = (masterPort: number): string[] => [
  'sentinel',
  `requirepass "${SENTINEL_PASSWORD}"`,
  `sentinel monitor ${MASTER} 127.0.0.1 ${masterPort} 1`,
  `sentinel auth-pass ${MASTER} "${PASSWORD}"`,
  `sentinel down-after-milliseconds ${MASTER} ${DOWN_MS}`,
  `sentinel failover-timeout ${MASTER} ${10 * DOWN_MS}`,
];

/** Resolves when its log has the words. */
async function start(
  folder: string,
  port: number,
  [first = '', ...more]: readonly string[],
  ready: string,
): Promise<ChildProcess> {
  const isSentinel = first === 'sentinel';
  const file = join(folder, `${port}.conf`);
  const settings = [
    'bind 127.0.0.1',
    'port 0',
    `tls-port ${port}`,
    `tls-cert-file ${join(folder, 'redis.crt')}`,
    `tls-key-file ${join(folder, 'redis.key')}`,
    `tls-ca-cert-file ${join(folder, 'ca.crt')}`,
    'tls-auth-clients no',
    'tls-replication yes',
    `dir ${folder}`,
    `dbfilename ${port}.rdb`,
    ...(isSentinel ? [] : [first]),
    ...more,
  ].filter((line) => !isSentinel || !line.startsWith('dbfilename'));
  writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o600 });
  const child = spawn('redis-server', [file, ...(isSentinel ? ['--sentinel'] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => {
      log += bytes.toString();
      if (log.includes(ready)) resolve();
    });
    child.once('exit', () => reject(new Error(`redis-server did not start:\n${log}`)));
    child.once('error', reject);
  });
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** An authority, and a certificate for this machine that it has signed. */
function makeCertificates(folder: string): void {
  const openssl = (...args: string[]): void => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=Private CA');
  const own = ['-keyout', 'redis.key', '-out', 'redis.crt', '-subj', '/CN=redis'];
  const signed = [
    '-addext',
    'subjectAltName=IP:127.0.0.1,DNS:localhost',
    '-CA',
    'ca.crt',
    '-CAkey',
    'ca.key',
  ];
  openssl('req', '-x509', ...key, ...own, ...signed);
}
