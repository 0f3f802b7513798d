/** Records what passes through NATS and Redis during a story, as bytes. */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

export interface Tap {
  /** Everything recorded so far. */
  recorded(): string;
  close(): void;
}

const END = '\r\n';
/** The answers to AUTH or PING, and to MONITOR. */
const BOTH_OK = /^\+(OK|PONG)\r\n\+OK\r\n/;

/** Every command of every client, with its arguments. */
export async function tapRedis(url: string): Promise<Tap> {
  const socket = await open(url, 6_379);
  let recorded = '';
  const listening = new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk) => {
      recorded += chunk.toString('latin1');
      if (recorded.startsWith('-')) reject(new Error(recorded));
      if (BOTH_OK.test(recorded)) resolve();
    });
  });
  const password = decodeURIComponent(new URL(url).password);
  // A server without a password refuses AUTH.
  socket.write(password === '' ? `PING${END}MONITOR${END}` : `AUTH ${password}${END}MONITOR${END}`);
  await listening;
  return {
    recorded: () => recorded,
    close: () => socket.destroy(),
  };
}

/**
 * Events in full, and the headers of all other messages: requests contain what their callers sent, and
 * the answer that starts a run contains its secrets for the worker.
 */
export async function tapNats(url: string): Promise<Tap> {
  const socket = await open(url, 4_222);
  const { username: user, password: pass } = new URL(url);
  const recorded: string[] = [];
  let rest = Buffer.alloc(0);
  const subscribed = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (let frame = frameOf(rest); frame; frame = frameOf(rest)) {
        rest = rest.subarray(frame.length);
        if (frame.line === 'PING') socket.write(`PONG${END}`);
        if (frame.line === 'PONG') resolve();
        if (frame.message) recorded.push(frame.message);
      }
    });
  });
  const options = { verbose: false, headers: true, no_responders: true, user, pass };
  socket.write(`CONNECT ${JSON.stringify(options)}${END}SUB > 1${END}PING${END}`);
  await subscribed;
  return { recorded: () => recorded.join('\n'), close: () => socket.destroy() };
}

interface Frame {
  readonly line: string;
  readonly length: number;
  readonly message?: string;
}

/** The first complete frame of the stream, if there is one. */
function frameOf(bytes: Buffer): Frame | undefined {
  const lineEnd = bytes.indexOf(END);
  if (lineEnd < 0) return undefined;
  const line = bytes.subarray(0, lineEnd).toString();
  const begin = lineEnd + END.length;
  const [kind, subject = '', ...words] = line.split(' ');
  if (kind !== 'MSG' && kind !== 'HMSG') return { line, length: begin };
  const size = Number(words.at(-1));
  if (bytes.length < begin + size + END.length) return undefined;
  const headerSize = kind === 'HMSG' ? Number(words.at(-2)) : 0;
  const isEvent = subject.includes('evt.v1.');
  const text = bytes.subarray(begin, begin + (isEvent ? size : headerSize)).toString();
  return { line, length: begin + size + END.length, message: `${subject}\n${text}` };
}

async function open(url: string, usualPort: number): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port || usualPort) });
  await once(socket, 'connect');
  return socket;
}
