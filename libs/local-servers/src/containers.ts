// Servers in containers. testcontainers takes half a second to load, so it is imported only if an
// engine has answered; its reaper removes the containers when this process dies.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { privateFolder, writeSecret } from '@muster/private-files';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { storedSecret } from './folder.ts';
import { natsSettings } from './nats.ts';
import { rememberedPort } from './ports.ts';
import type { LocalOptions, Server } from './server.ts';

interface Recipe {
  image: string;
  port: number;
  store: string;
  env: (password: string) => Record<string, string>;
  command: (password: string) => string[];
  /** A configuration file in the store that the server reads at start. */
  settings?: (password: string, users: string | undefined) => { file: string; text: string };
  url: (password: string, port: number) => string;
}

const recipes: Record<string, Recipe> = {
  postgres: {
    image: 'postgres:18-alpine',
    port: 5432,
    store: '/var/lib/postgresql',
    env: (password) => ({
      POSTGRES_USER: 'muster',
      POSTGRES_PASSWORD: password,
      POSTGRES_DB: 'muster',
      TZ: 'UTC',
    }),
    command: () => ['postgres', '-c', 'max_connections=200', '-c', 'jit=off'],
    url: (password, port) => `postgres://muster:${password}@127.0.0.1:${port}/muster`,
  },
  nats: {
    image: 'nats:2.14-alpine',
    port: 4222,
    store: '/data',
    env: () => ({}),
    command: () => ['--config', '/data/nats.conf'],
    settings: (password, users) => ({
      file: 'nats.conf',
      text: natsSettings({ listen: '0.0.0.0:4222', password, users }),
    }),
    url: (password, port) => `nats://muster:${password}@127.0.0.1:${port}`,
  },
  redis: {
    image: 'redis:8-alpine',
    port: 6379,
    store: '/data',
    env: () => ({}),
    command: (password) => [
      'redis-server',
      '--requirepass',
      password,
      '--appendonly',
      'yes',
      '--maxmemory-policy',
      'noeviction',
    ],
    url: (password, port) => `redis://default:${password}@127.0.0.1:${port}`,
  },
};

export async function startContainer(name: string, options: LocalOptions): Promise<Server> {
  const recipe = recipes[name];
  if (recipe === undefined) throw new Error(`There is no container recipe for ${name}.`);
  const store = join(privateFolder(options.folder), 'container');
  mkdirSync(store, { recursive: true });
  const password = storedSecret(join(options.folder, 'password'));
  const host = await rememberedPort(join(options.folder, 'port'));
  const settings = recipe.settings?.(password, options.users);
  if (settings) writeSecret(join(store, settings.file), settings.text);
  const container = await new GenericContainer(recipe.image)
    .withEnvironment(recipe.env(password))
    .withCommand(recipe.command(password))
    .withExposedPorts({ container: recipe.port, host })
    .withBindMounts([{ source: store, target: recipe.store }])
    .withWaitStrategy(Wait.forListeningPorts())
    .start();
  const engine = async () => {
    const client = await getContainerRuntimeClient();
    return client.container.getById(container.getId());
  };
  return {
    url: recipe.url(password, host),
    pid: undefined,
    stop: async () => {
      await container.stop({ remove: true });
    },
    kill: (signal) => {
      const sent = engine().then((handle) => handle.kill({ signal }));
      sent.catch((error: unknown) => options.log(`${name}: ${String(error)}`));
    },
    restart: () => container.restart(),
  };
}
