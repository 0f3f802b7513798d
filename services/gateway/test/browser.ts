/** Requests as browsers send them, with headers that `fetch` of Node sets itself. */
import { request } from 'node:http';
import type { Request, Response, TestGateway } from './open-gateway.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

/** A client that sends no header of its own but the name of the host, without following redirects. */
export const clientUnder =
  (port: number, host = `127.0.0.1:${port}`): TestGateway['call'] =>
  (line, { token = '', body, headers = {} } = {}) => {
    const [method = 'GET', path = '/'] = line.split(' ');
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const all = {
      host,
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const asked = request({ host: '127.0.0.1', port, method, path, headers: all }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const named = new Headers();
        for (const [name, value] of Object.entries(answer.headers)) {
          for (const one of [value ?? []].flat()) named.append(name, one);
        }
        const text = Buffer.concat(chunks).toString();
        const isJson = named.get('content-type')?.startsWith('application/json');
        const read = isJson && text !== '' ? JSON.parse(text) : text;
        resolve({ status: answer.statusCode ?? 0, headers: named, body: read });
      });
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(sent);
    return promise;
  };

/** A page in a browser: where it is from, and what its storage holds. */
export interface Page {
  readonly origin: string;
  readonly pageSecret?: string;
}

/**
 * A browser with one jar of cookies for the host, whatever the port. `load` is a navigation; `fetch` is a
 * request of a page to the gateway, with the headers that a page cannot choose.
 */
export function openBrowser() {
  const jar = new Map<string, string>();
  const keep = (answer: Response): Response => {
    for (const one of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = one.split('; ');
      const at = pair.indexOf('=');
      if (attributes.includes('Max-Age=0')) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  };
  const cookies = (): Record<string, string> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    return { 'user-agent': CHROME, ...(cookie === '' ? {} : { cookie }) };
  };
  const siteOf = (from: URL, to: URL): string => {
    if (from.origin === to.origin) return 'same-origin';
    return from.hostname === to.hostname ? 'same-site' : 'cross-site';
  };
  return {
    /** What a program that gets all cookies of the host sees. */
    cookieHeader: () => cookies()['cookie'] ?? '',
    async load(url: string, { from }: { from?: string } = {}): Promise<Response> {
      const to = new URL(url);
      const site = from === undefined ? 'none' : siteOf(new URL(from), to);
      return keep(
        await clientUnder(Number(to.port), to.host)(`GET ${to.pathname}${to.search}`, {
          headers: {
            ...cookies(),
            accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
            'sec-fetch-mode': 'navigate',
            'sec-fetch-dest': 'document',
            'sec-fetch-site': site,
          },
        }),
      );
    },
    async fetch(
      page: Page,
      url: string,
      {
        method = 'GET',
        body,
        headers = {},
      }: Pick<Request, 'body' | 'headers'> & { method?: string } = {},
    ): Promise<Response> {
      const [from, to] = [new URL(page.origin), new URL(url)];
      const isChange = method !== 'GET';
      return keep(
        await clientUnder(Number(to.port), to.host)(`${method} ${to.pathname}${to.search}`, {
          ...(isChange ? { body: body ?? {} } : {}),
          headers: {
            ...cookies(),
            accept: '*/*',
            'sec-fetch-mode': 'cors',
            'sec-fetch-dest': 'empty',
            'sec-fetch-site': siteOf(from, to),
            ...(isChange || from.origin !== to.origin ? { origin: from.origin } : {}),
            ...(page.pageSecret === undefined ? {} : { 'x-page-secret': page.pageSecret }),
            ...headers,
          },
        }),
      );
    },
  };
}
