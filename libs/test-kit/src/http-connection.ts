/**
 * A minimal HTTP client for load generators: one request at a time on a connection that stays open,
 * the text of the request made by the caller. A generator shares the cores with the system that it
 * measures, so each microsecond of the client is taken from that system.
 */
import { connect, type Socket } from 'node:net';

export interface ConnectionReply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export interface Connection {
  send(request: string): Promise<ConnectionReply>;
  close(): void;
}

const CLOSED = 'the gateway closed the connection';
const READ_BUFFER_BYTES = 65_536;
const HEAD_END = '\r\n\r\n';
/** Offset of the status in `HTTP/1.1 200`. */
const STATUS_AT = 9;
const STATUS_LENGTH = 3;

interface Waiting {
  readonly resolve: (reply: ConnectionReply) => void;
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
    // The socket reuses its buffer, so the incomplete part is copied.
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
  socket.once('connect', () =>
    resolve({
      send: (request) =>
        new Promise<ConnectionReply>((onReply, onError) => {
          waiting = { resolve: onReply, reject: onError };
          if (socket.destroyed) fail(new Error(CLOSED));
          else socket.write(request, 'utf8');
        }),
      close: () => socket.destroy(),
    }),
  );
  socket.on('error', fail);
  socket.once('close', () => fail(new Error(CLOSED)));
  return promise;
}

/** Undefined while the answer is incomplete. */
function parseReply(bytes: Buffer): ConnectionReply | undefined {
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
  readonly method: 'GET' | 'POST' | 'PATCH';
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
