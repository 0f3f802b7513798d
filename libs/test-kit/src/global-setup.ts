import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { givenUrls, removeServers, startGuard, startServers } from '@muster/local-servers';
import type { TestProject } from 'vitest/node';
import { startContainers } from './machine/containers.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    servers: { databaseUrl: string; natsUrl: string; redisUrl: string | undefined };
  }
}

/**
 * Tests of plans and sizes analyze and vacuum themselves: what came in between at some moment would change
 * their results.
 */
const POSTGRES_PARAMETERS = { autovacuum: 'off' };

/** One set of servers for the whole run; every test file makes its own schemas. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env['TEST_SERVERS'] === 'containers') {
    const { stop, ...urls } = await startContainers(POSTGRES_PARAMETERS);
    project.provide('servers', urls);
    return stop;
  }
  const folder = mkdtempSync(join(tmpdir(), 'muster-test-'));
  // The guard ends the servers and deletes the folder however the run ends, also on Ctrl-C or if the
  // runner is killed.
  const guard = startGuard();
  guard.removeAtEnd(folder);
  const servers = await startServers({
    folder,
    durable: false,
    guard,
    given: givenUrls(process.env),
    postgresParameters: POSTGRES_PARAMETERS,
  });
  project.provide('servers', {
    databaseUrl: servers.postgres.url,
    natsUrl: servers.nats.url,
    redisUrl: servers.redis?.url,
  });
  return async () => {
    await servers.stop();
    await removeServers(folder);
    await guard.close();
  };
}
