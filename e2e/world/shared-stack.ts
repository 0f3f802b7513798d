/**
 * Lends one stack to all test files of a project that create companies of their own and break nothing:
 * starting a stack takes longer than most of them. It starts with the first request for it, and stops
 * when no file has used it for a while.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startWorld, type StartedWorld } from './start-world.ts';

/** Idle time before the stack stops. */
const IDLE_MS = 20_000;

declare module 'vitest' {
  export interface ProvidedContext {
    /** `POST /lend` answers with the facts of the stack; `POST /return` gives it back. */
    lenderUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { replicas = 1 } = project.config.provide;
  let lent = 0;
  let current: Promise<StartedWorld> | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    const ending = current;
    current = undefined;
    await (await ending)?.end();
  };
  const routes: Readonly<Record<string, () => Promise<unknown>>> = {
    async '/lend'() {
      clearTimeout(idleTimer);
      lent += 1;
      const { stack } = await (current ??= startWorld({ replicas }));
      const { access: _, servers: __, ...facts } = stack;
      return facts;
    },
    '/return'() {
      lent -= 1;
      if (lent === 0) idleTimer = setTimeout(() => void end(), IDLE_MS);
      return Promise.resolve({});
    },
  };
  const server = createServer((request, response) => {
    routes[request.url ?? '']?.().then(
      (facts) => response.end(JSON.stringify(facts)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  project.provide('lenderUrl', `http://127.0.0.1:${port}`);
  return async () => {
    clearTimeout(idleTimer);
    server.close();
    server.closeAllConnections();
    await end();
  };
}
