/** A program of the same host, such as a preview that an agent serves on another port. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

export interface Program {
  readonly port: number;
  /** Cookies that browsers have sent to it. */
  readonly cookies: readonly string[];
}

/** Runs the program while the tests of a file do. */
export function useForeignProgram(): () => Program {
  const cookies: string[] = [];
  let server: Server | undefined;
  beforeAll(async () => {
    server = createServer((request, response) => {
      cookies.push(request.headers.cookie ?? '');
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Preview</title><h1>Preview</h1>');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server?.close();
    server?.closeAllConnections();
  });
  return () => {
    if (server === undefined) throw new Error('the program runs only while tests do');
    return { port: (server.address() as AddressInfo).port, cookies };
  };
}
