import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findEngine } from './engine.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-engine-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function found(answer: RequestListener): Promise<boolean> {
  const socket = join(folder, 'engine.sock');
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const result = await findEngine({ DOCKER_HOST: `unix://${socket}` });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return result;
}

describe('findEngine', () => {
  it('finds an engine that answers its ping', async () => {
    expect(
      await found((request, reply) => {
        reply.writeHead(request.url === '/_ping' ? 200 : 404).end('OK');
      }),
    ).toBe(true);
  });

  it('finds none if the socket answers anything else', async () => {
    expect(await found((_request, reply) => reply.writeHead(503).end())).toBe(false);
  });

  it('finds none if the socket does not answer', async () => {
    expect(await found(() => undefined)).toBe(false);
  });

  it('finds none without a socket', async () => {
    expect(await findEngine({ DOCKER_HOST: `unix://${folder}/none.sock` })).toBe(false);
  });
});
