/**
 * As little HTTP as a server needs to see: one request at a time on a connection that stays open,
 * its text made by the caller, its answer's status and body. The generator shares the cores with
 * what it measures, so each microsecond here is taken from the system under test.
 */
import { connect, type Socket } from 'node:net';

export interface Reply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export interface Connection {
  ask(request: string): Promise<Reply>;
  close(): void;
}

const READ_BUFFER_BYTES = 65_536;
const HEAD_END = '\r\n\r\n';
/** `HTTP/1.1 200`: where the status stands. */
const STATUS_AT = 9;
const STATUS_LENGTH = 3;

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

export function openConnection(baseUrl: string): Promise<Connection> {
  const { hostname, port } = new URL(baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<Connection>();
  let rest: Buffer | undefined;
  let waiting: Waiting | undefined;
  const take = (bytes: Buffer): void => {
    const whole = rest === undefined ? bytes : Buffer.concat([rest, bytes]);
    const reply = parseReply(whole);
    // The buffer is read into again, so what is incomplete is kept in a copy.
    rest = reply === undefined ? Buffer.from(whole) : undefined;
    if (reply !== undefined) waiting?.resolve(reply);
  };
  const fail = (error: Error): void => {
    reject(error);
    waiting?.reject(error);
  };
  const socket: Socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(READ_BUFFER_BYTES),
      callback: (length, buffer) => {
        take(Buffer.from(buffer.buffer, buffer.byteOffset, length));
        return true;
      },
    },
  });
  socket.once('connect', () => resolve({
    ask: (request) => new Promise<Reply>((onReply, onError) => {
      waiting = { resolve: onReply, reject: onError };
      socket.write(request, 'utf8');
    }),
    close: () => socket.destroy(),
  }));
  socket.on('error', fail);
  socket.once('close', () => fail(new Error('the gateway closed the connection')));
  return promise;
}

/** Undefined while the answer is incomplete. */
function parseReply(bytes: Buffer): Reply | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = /content-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without a length:\n${head}`);
  const bodyAt = headEnd + HEAD_END.length;
  const end = bodyAt + Number(length);
  if (bytes.length < end) return undefined;
  return {
    status: Number(head.slice(STATUS_AT, STATUS_AT + STATUS_LENGTH)),
    head,
    body: bytes.toString('utf8', bodyAt, end),
  };
}

export interface RequestText {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token: string;
  readonly body?: object;
}

export function requestText({ method, path, token, body }: RequestText): string {
  const head = `${method} ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  const json = JSON.stringify(body);
  const length = Buffer.byteLength(json);
  return `${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${json}`;
}
