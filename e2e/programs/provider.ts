/**
 * Stands in for the providers of models: answers the programs' requests in the form of their API, one
 * step after the other, and keeps what it was asked.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { formOf, type Event, type Step } from './provider-forms.ts';

export interface Provider {
  readonly url: string;
  /** Answers with these steps from now on, and with the last one again after that. */
  play(steps: readonly [Step, ...Step[]]): void;
  /** Answers every request with this status and these words from now on. */
  refuse(status: number, error: object): void;
  /** Bodies of the requests for an answer since the last play. */
  asked(): readonly string[];
  /** Where they were sent. */
  paths(): readonly string[];
  /** Keys that came with them. */
  keys(): ReadonlySet<string>;
  close(): void;
}

const send = (response: ServerResponse, events: readonly Event[]): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const { name, data } of events) {
    response.write(
      `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`,
    );
  }
  response.end();
};

const keyOf = ({ headers }: IncomingMessage): string =>
  String(
    headers['x-api-key'] ??
      headers['x-goog-api-key'] ??
      headers.authorization?.replace(/^Bearer /, ''),
  );

export async function openProvider(): Promise<Provider> {
  let steps: readonly [Step, ...Step[]] = [{ text: 'Done.' }];
  let refusal: { readonly status: number; readonly error: object } | undefined;
  let asked: string[] = [];
  let paths: string[] = [];
  let keys = new Set<string>();
  const server = createServer((request, response) => {
    void (async () => {
      const form = formOf(request.url ?? '');
      // A program that would rather have a WebSocket goes on without.
      if (request.headers.upgrade !== undefined) return response.writeHead(426).end();
      const body = await textOf(request);
      if (request.method !== 'POST' || !form) return response.writeHead(404).end('{}');
      const step = steps[Math.min(asked.length, steps.length - 1)] ?? steps[0];
      asked.push(body);
      paths.push(request.url ?? '');
      keys.add(keyOf(request));
      if (refusal) {
        response.writeHead(refusal.status, { 'content-type': 'application/json' });
        return response.end(
          JSON.stringify({ type: 'error', error: { code: refusal.status, ...refusal.error } }),
        );
      }
      return send(response, form(step, asked.length));
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    play(next) {
      refusal = undefined;
      steps = next;
      asked = [];
      paths = [];
      keys = new Set();
    },
    refuse(status, error) {
      refusal = { status, error };
    },
    asked: () => asked,
    paths: () => paths,
    keys: () => keys,
    close: () => void server.close(),
  };
}
