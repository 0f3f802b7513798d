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

/** What a page tries against an installation, each with what came of it; runs in the browser. */
export async function attack({
  board,
  companyId,
}: {
  board: string;
  companyId: string;
}): Promise<Record<string, string>> {
  const read = async (path: string, options: RequestInit): Promise<string> => {
    try {
      const answer = await fetch(board + path, { credentials: 'include', ...options });
      return `${answer.type} ${answer.status} ${(await answer.text()).slice(0, 80)}`;
    } catch {
      return 'nothing';
    }
  };
  const stream = (): Promise<string> =>
    new Promise((done) => {
      const url = `${board}/api/companies/${companyId}/events`;
      const source = new EventSource(url, { withCredentials: true });
      source.addEventListener('open', () => done('a stream'));
      source.addEventListener('error', () => {
        source.close();
        done('nothing');
      });
    });
  const frame = (): Promise<string> =>
    new Promise((done) => {
      const element = document.createElement('iframe');
      element.addEventListener('load', () => {
        // What is refused shows a document of the browser, which is foreign as well.
        done(element.contentDocument === null ? 'foreign' : 'a frame');
      });
      element.src = `${board}/`;
      document.body.append(element);
    });
  const json = { method: 'POST', body: '{"name":"Taken"}' };
  return {
    session: await read('/api/session', {}),
    sessionWithoutCors: await read('/api/session', { mode: 'no-cors' }),
    company: await read('/api/companies', json),
    companyWithoutCors: await read('/api/companies', { mode: 'no-cors', ...json }),
    token: await read('/api/board-tokens', { mode: 'no-cors', ...json }),
    stream: await stream(),
    frame: await frame(),
    cookies: document.cookie === '' ? 'nothing' : document.cookie,
    storage: localStorage.length === 0 ? 'nothing' : JSON.stringify(localStorage),
  };
}
