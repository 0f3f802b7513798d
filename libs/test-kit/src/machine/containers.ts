/**
 * The servers of a test run as containers of the images in deploy/compose.yaml, with `TEST_SERVERS=containers`: by
 * the engine that testcontainers finds. Tests that start servers of their own do so as ever.
 */
import { natsSettings } from '@muster/local-servers';
import { randomBytes } from 'node:crypto';
import type { StartedTestContainer } from 'testcontainers';
import { imageOf } from './images.ts';

/** A cluster is made first, on a busy machine. */
const READY_MS = 90_000;
const POSTGRES_PORT = 5_432;
const NATS_PORT = 4_222;
const REDIS_PORT = 6_379;

export interface Containers {
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly redisUrl: string;
  /** Ends and deletes them, with their data. */
  stop(): Promise<void>;
}

export async function startContainers(
  parameters: Readonly<Record<string, string>>,
): Promise<Containers> {
  // Loading it takes half a second, which a run on processes need not wait.
  const { GenericContainer, Wait } = await import('testcontainers');
  const ready = Wait.forAll([Wait.forListeningPorts()]).withStartupTimeout(READY_MS);
  const containerOf = (server: string, port: number) =>
    new GenericContainer(imageOf(server)).withExposedPorts(port).withWaitStrategy(ready);
  /** A user of the image's own reads it. */
  const given = (target: string, content: string) => [{ target, content, mode: 0o444 }];

  const password = randomBytes(16).toString('hex');
  const secret = '/run/secrets/database-password';
  const own = { max_connections: '200', timezone: 'UTC', fsync: 'off', ...parameters };
  const settings = Object.entries(own).flatMap(([name, to]) => ['-c', `${name}=${to}`]);
  const natsFile = '/etc/nats/nats.conf';
  const starts = await Promise.allSettled([
    containerOf('postgres', POSTGRES_PORT)
      .withEnvironment({
        POSTGRES_USER: 'muster',
        POSTGRES_DB: 'muster',
        POSTGRES_PASSWORD_FILE: secret,
      })
      .withCopyContentToContainer(given(secret, password))
      .withCommand(['postgres', ...settings])
      .start(),
    containerOf('nats', NATS_PORT)
      .withCopyContentToContainer(
        given(natsFile, natsSettings({ listen: `0.0.0.0:${NATS_PORT}`, password })),
      )
      .withCommand(['--config', natsFile])
      .start(),
    containerOf('redis', REDIS_PORT)
      .withCommand(['redis-server', '--save', '', '--requirepass', password])
      .start(),
  ]);
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((container) => container.stop({ removeVolumes: true })));
  };
  const [postgres, nats, redis] = started;
  if (!postgres || !nats || !redis) {
    await stop();
    throw starts.find((start) => start.status === 'rejected')?.reason;
  }
  const addressOf = (container: StartedTestContainer, port: number): string =>
    `${container.getHost()}:${container.getMappedPort(port)}`;
  return {
    databaseUrl: `postgres://muster:${password}@${addressOf(postgres, POSTGRES_PORT)}/muster`,
    natsUrl: `nats://muster:${password}@${addressOf(nats, NATS_PORT)}`,
    redisUrl: `redis://default:${password}@${addressOf(redis, REDIS_PORT)}`,
    stop,
  };
}
