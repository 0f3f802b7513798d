import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
  test('finds an engine that answers its ping', async () => {
    expect(await found((request, reply) => {
      reply.writeHead(request.url === '/_ping' ? 200 : 404).end('OK');
    })).toBe(true);
  });

  test('finds none behind a socket that answers something else', async () => {
    expect(await found((_request, reply) => reply.writeHead(503).end())).toBe(false);
  });

  test('finds none behind a socket that stays silent', async () => {
    expect(await found(() => undefined)).toBe(false);
  });

  test('finds none where there is no socket', async () => {
    expect(await findEngine({ DOCKER_HOST: `unix://${folder}/none.sock` })).toBe(false);
  });
});
