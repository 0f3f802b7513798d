/** What passes through NATS and Redis while a story is played, listened to as bytes. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';

export type Tap = {
  /** Everything that was heard so far. */
  heard(): string;
  close(): void;
};

const END = '\r\n';
/** The answers to a password, or to a question in its place, and to the wish to listen. */
const BOTH_OK = /^\+(OK|PONG)\r\n\+OK\r\n/;

/** Every command that anybody gives, with its arguments. */
export async function tapRedis(url: string): Promise<Tap> {
  const socket = await open(url, 6_379);
  let heard = '';
  const listening = new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      if (heard.startsWith('-')) reject(new Error(heard));
      if (BOTH_OK.test(heard)) resolve();
    });
  });
  const password = decodeURIComponent(new URL(url).password);
  // A server without a password refuses to be told one, so it is told only where there is one.
  socket.write(password === '' ? `PING${END}MONITOR${END}` : `AUTH ${password}${END}MONITOR${END}`);
  await listening;
  return {
    heard: () => heard,
    close: () => socket.destroy(),
  };
}

/**
 * Every event whole, and the headers of everything else: requests carry what their callers sent,
 * and the answer that starts a run carries its secrets, to whom they are meant for.
 */
export async function tapNats(url: string): Promise<Tap> {
  const socket = await open(url, 4_222);
  const { username: user, password: pass } = new URL(url);
  const heard: string[] = [];
  let rest = Buffer.alloc(0);
  const subscribed = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (let frame = frameOf(rest); frame; frame = frameOf(rest)) {
        rest = rest.subarray(frame.length);
        if (frame.line === 'PING') socket.write(`PONG${END}`);
        if (frame.line === 'PONG') resolve();
        if (frame.message) heard.push(frame.message);
      }
    });
  });
  const options = { verbose: false, headers: true, no_responders: true, user, pass };
  socket.write(`CONNECT ${JSON.stringify(options)}${END}SUB > 1${END}PING${END}`);
  await subscribed;
  return { heard: () => heard.join('\n'), close: () => socket.destroy() };
}

type Frame = { readonly line: string; readonly length: number; readonly message?: string };

/** The first whole frame of the stream; nothing while it is not there yet. */
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
  const told = bytes.subarray(begin, begin + (isEvent ? size : headerSize)).toString();
  return { line, length: begin + size + END.length, message: `${subject}\n${told}` };
}

async function open(url: string, usualPort: number): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port || usualPort) });
  await once(socket, 'connect');
  return socket;
}
