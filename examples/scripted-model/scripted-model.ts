/**
 * A model that follows a script: it answers the programs of coding agents in the form of their providers'
 * APIs, one step after the other, and keeps what it was asked. It costs nothing, and says the same each time.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { wireOf, type Answer, type Event, type Wire } from './wires.ts';

/** An answer of the model, a refusal of its provider, or a connection on which nothing comes. */
export type Step =
  | Answer
  | {
      readonly status: number;
      readonly error: object;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly hangs: true };

/** At least one: the last one is taken again for every further request. */
export type Script = readonly [Step, ...Step[]];

export interface ScriptedModel {
  readonly url: string;
  /** Takes these steps from now on, and forgets what it was asked. */
  play(script: Script): void;
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

const sendJson = (
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

const keyOf = ({ headers }: IncomingMessage): string =>
  String(
    headers['x-api-key'] ??
      headers['x-goog-api-key'] ??
      headers.authorization?.replace(/^Bearer /, ''),
  );

/** Does nothing on a connection that is to hang. */
function take(step: Step, wire: Wire, number: number, response: ServerResponse): void {
  if ('hangs' in step) return;
  if (!('status' in step)) return send(response, wire(step, number));
  const error = { type: 'error', error: { code: step.status, ...step.error } };
  sendJson(response, step.status, error, step.headers);
}

/** The address at which it listens. */
async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return `http://127.0.0.1:${address.port}`;
}

export interface ScriptedModelOptions {
  /** Of the loopback address; any free one without. */
  readonly port?: number;
  readonly onAsked?: (path: string, body: string) => void;
}

export async function openScriptedModel({
  port = 0,
  onAsked,
}: ScriptedModelOptions = {}): Promise<ScriptedModel> {
  let script: Script = [{ text: 'Done.' }];
  let asked: string[] = [];
  let paths: string[] = [];
  let keys = new Set<string>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '';
    const wire = wireOf(url);
    // A program that would rather have a WebSocket goes on without.
    if (request.headers.upgrade !== undefined) return void response.writeHead(426).end();
    const body = await textOf(request);
    if (request.method !== 'POST' || !wire) return sendJson(response, 404, {});
    const step = script[Math.min(asked.length, script.length - 1)] ?? script[0];
    asked.push(body);
    paths.push(url);
    keys.add(keyOf(request));
    onAsked?.(url, body);
    take(step, wire, asked.length, response);
  }

  const server = createServer((request, response) => {
    // A program that is ended in the middle of its request breaks the connection.
    answer(request, response).catch(() => response.destroy());
  });
  return {
    url: await listen(server, port),
    play(next) {
      script = next;
      asked = [];
      paths = [];
      keys = new Set();
    },
    asked: () => asked,
    paths: () => paths,
    keys: () => keys,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
