/**
 * A stack for all files of a project that found companies of their own and break nothing: to start
 * it takes longer than what most of them do. It comes up when the first one asks for it, and ends
 * when no file has had it for a while.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startWorld } from './start-world.ts';
import type { StartedWorld } from './start-world.ts';

/** A group of files that needs it no more has ended, or something else takes its turn. */
const KEPT_MS = 20_000;

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whoever posts `/lend` is told of the stack, and posts `/return` when done with it. */
    lenderUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { replicas = 1 } = project.config.provide;
  let lent = 0;
  let current: Promise<StartedWorld> | undefined;
  let leaving: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    const ending = current;
    current = undefined;
    await (await ending)?.end();
  };
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    async '/lend'() {
      clearTimeout(leaving);
      lent += 1;
      const { stack } = await (current ??= startWorld({ replicas }));
      const { access: _, servers: __, ...facts } = stack;
      return facts;
    },
    '/return'() {
      lent -= 1;
      if (lent === 0) leaving = setTimeout(() => void end(), KEPT_MS);
      return Promise.resolve({});
    },
  };
  const server = createServer((request, response) => {
    ways[request.url ?? '']?.().then(
      (facts) => response.end(JSON.stringify(facts)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  project.provide('lenderUrl', `http://127.0.0.1:${port}`);
  return async () => {
    clearTimeout(leaving);
    server.close();
    server.closeAllConnections();
    await end();
  };
}
