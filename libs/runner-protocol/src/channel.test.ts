/** Both ends of a channel, over real sockets. */
import { randomUUID } from 'node:crypto';
import { connect as connectTcp, createServer, type AddressInfo, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { channelOptions } from './channel.ts';
import { dialRunner, type DialedRunner } from './dial.ts';
import type { Closed } from './frames.ts';
import { makeRunnerKey, parseRunnerKey, type RunnerKey } from './key.ts';
import {
  listenForSchedulers,
  type AfterHello,
  type Listening,
  type SchedulerConnection,
} from './listen.ts';
import { FRAME_MAX_BYTES, OUTPUT_MAX_BYTES, type FromRunner } from './messages.ts';

const host = '127.0.0.1';
const newKey = (): RunnerKey => parseRunnerKey(makeRunnerKey());
const key = newKey();
const previous = newKey();
const foreign = newKey();
const run = { runId: randomUUID(), fence: 1 };

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

interface Runner {
  readonly listening: Listening;
  readonly connections: SchedulerConnection[];
  readonly received: AfterHello[];
  readonly refused: Closed[];
  /** Resolves with the first of each. */
  readonly first: { readonly message: Promise<AfterHello>; readonly refused: Promise<Closed> };
}

async function openRunner(keys = [key, previous]): Promise<Runner> {
  const message = Promise.withResolvers<AfterHello>();
  const refusal = Promise.withResolvers<Closed>();
  const connections: SchedulerConnection[] = [];
  const received: AfterHello[] = [];
  const refused: Closed[] = [];
  const listening = await listenForSchedulers({
    host,
    port: 0,
    keys,
    welcome: { instance: randomUUID(), isolation: 'none', describe: 'none: for a test' },
    onScheduler(connection) {
      connections.push(connection);
      opened.push(connection);
      return (each) => {
        received.push(each);
        message.resolve(each);
      };
    },
    onRefused(why) {
      refused.push(why);
      refusal.resolve(why);
    },
  });
  opened.push(listening);
  const first = { message: message.promise, refused: refusal.promise };
  return { listening, connections, received, refused, first };
}

async function dial(
  port: number,
  { with: used = key, onMessage = () => undefined }: Dialing = {},
): Promise<DialedRunner> {
  const dialed = await dialRunner({ host, port, key: used, scheduler: 'test', onMessage });
  opened.push(dialed);
  return dialed;
}

interface Dialing {
  readonly with?: RunnerKey;
  readonly onMessage?: (message: FromRunner) => void;
}

const ended: FromRunner = {
  kind: 'ended',
  ...run,
  outcome: { status: 'succeeded', exitCode: 0, signal: null, error: null, errorCode: null },
};

describe('a channel', () => {
  it.each([
    ['the current key', key],
    ['the previous key', previous],
  ])('carries messages both ways with %s', async (_which, used) => {
    const runner = await openRunner();
    const heard = Promise.withResolvers<FromRunner>();
    const dialed = await dial(runner.listening.port, { with: used, onMessage: heard.resolve });
    expect(dialed.welcome).toMatchObject({ isolation: 'none', protocol: 1 });
    expect(await dialed.send({ kind: 'stop', ...run, why: 'cancelled' })).toBe(true);
    expect(await runner.first.message).toEqual({ kind: 'stop', ...run, why: 'cancelled' });
    expect(runner.connections[0]?.scheduler).toBe('test');
    expect(await runner.connections[0]?.send(ended)).toBe(true);
    expect(await heard.promise).toEqual(ended);
  });

  it('is refused with a key that the runner does not have', async () => {
    const runner = await openRunner();
    const attempt = dial(runner.listening.port, { with: foreign });
    await expect(attempt).rejects.toMatchObject({ name: 'DialError', code: 'unreachable' });
    expect(runner.connections).toEqual([]);
  });

  it('is refused by a key of the right name and other bytes', async () => {
    const runner = await openRunner();
    const attempt = dial(runner.listening.port, { with: { ...foreign, id: key.id } });
    await expect(attempt).rejects.toMatchObject({ code: 'unreachable' });
    expect((await runner.first.refused).reason).toBe('failed');
  });

  it('is refused when the runner is another one, which does not have the key', async () => {
    const runner = await openRunner([{ ...foreign, id: key.id }]);
    await expect(dial(runner.listening.port)).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('is refused without TLS, and with other suites', async () => {
    const runner = await openRunner();
    const plain = connectTcp(runner.listening.port, host);
    plain.write('GET / HTTP/1.1\r\n\r\n');
    plain.on('error', () => undefined);
    await new Promise((resolve) => plain.once('close', resolve));
    const withoutExchange = connectTls({
      ...channelOptions,
      ciphers: 'PSK-AES256-GCM-SHA384',
      host,
      port: runner.listening.port,
      pskCallback: () => ({ identity: key.id, psk: key.bytes }),
    });
    await new Promise((resolve) => withoutExchange.once('error', resolve));
    expect(runner.connections).toEqual([]);
  });

  it('is unreachable where nothing listens', async () => {
    const runner = await openRunner();
    const { port } = runner.listening;
    runner.listening.close();
    await expect(dial(port)).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('is given up on request', async () => {
    const silent = await listenAndSay();
    const options = { host, port: silent.port, key, scheduler: 'test', onMessage: () => undefined };
    const attempt = dialRunner({ ...options, signal: AbortSignal.abort() });
    await expect(attempt).rejects.toMatchObject({ code: 'timed_out' });
  });
});

/** A TCP server that answers nothing. */
async function listenAndSay(): Promise<{ readonly port: number }> {
  const server = createServer();
  opened.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  return { port: (server.address() as AddressInfo).port };
}

/** A TLS connection with the right key, whose bytes the test writes itself. */
async function openRaw(port: number): Promise<{ socket: Socket; closed: Promise<unknown> }> {
  const socket = connectTls({
    ...channelOptions,
    host,
    port,
    pskCallback: () => ({ identity: key.id, psk: key.bytes }),
    checkServerIdentity: () => undefined,
  });
  opened.push({ close: () => socket.destroy() });
  socket.on('error', () => undefined);
  socket.resume();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve) => {
    socket.once('secureConnect', resolve);
  });
  return { socket, closed };
}

describe('a connection on which something else is sent', () => {
  const length = (bytes: number): Buffer => {
    const header = Buffer.alloc(4);
    header.writeUInt32BE(bytes);
    return header;
  };
  it.each([
    ['a frame that is too long', length(FRAME_MAX_BYTES + 1)],
    ['what is no MessagePack', Buffer.concat([length(1), Buffer.from([0xc1])])],
    ['what is no message', Buffer.concat([length(1), Buffer.from([0x01])])],
    ['an array in an array, and so on', Buffer.concat([length(9_000), Buffer.alloc(9_000, 0x91)])],
  ])('is closed: %s', async (_what, bytes) => {
    const runner = await openRunner();
    const { socket, closed } = await openRaw(runner.listening.port);
    socket.write(bytes);
    await closed;
    expect((await runner.first.refused).reason).toBe('malformed');
  });

  it('is closed: a message before the hello', async () => {
    const runner = await openRunner();
    const dialed = await dial(runner.listening.port);
    await dialed.send({ kind: 'hello', protocol: 1, scheduler: 'again' });
    expect((await dialed.closed).reason).toBe('closed');
    expect(runner.received).toEqual([]);
  });
});

describe('a message', () => {
  it('that is too long is not sent, and the connection stays', async () => {
    const runner = await openRunner();
    const dialed = await dial(runner.listening.port);
    const long = { kind: 'hello', protocol: 1, scheduler: 'x'.repeat(FRAME_MAX_BYTES) } as const;
    await expect(dialed.send(long)).rejects.toMatchObject({ name: 'FrameError' });
    expect(await dialed.send({ kind: 'forget', ...run })).toBe(true);
    expect(await runner.first.message).toEqual({ kind: 'forget', ...run });
  });

  it('waits for a slow reader, which loses nothing', async () => {
    const pieces = 128;
    const runner = await openRunner();
    const offsets: number[] = [];
    const complete = Promise.withResolvers<void>();
    await dial(runner.listening.port, {
      onMessage(message) {
        if (message.kind === 'output') offsets.push(message.offset);
        else complete.resolve();
      },
    });
    const [connection] = runner.connections;
    const bytes = Buffer.alloc(OUTPUT_MAX_BYTES);
    for (let offset = 0; offset < pieces; offset += 1) {
      const sent = await connection?.send({
        kind: 'output',
        ...run,
        stream: 'stdout',
        offset,
        bytes,
      });
      expect(sent).toBe(true);
    }
    await connection?.send(ended);
    await complete.promise;
    expect(offsets).toEqual(Array.from({ length: pieces }, (_, n) => n));
  });

  it('to a connection that is over says so', async () => {
    const runner = await openRunner();
    const dialed = await dial(runner.listening.port);
    dialed.close();
    await dialed.closed;
    expect(await dialed.send({ kind: 'forget', ...run })).toBe(false);
  });
});

describe('a connection that is cut in the middle', () => {
  it('is over for both sides after a time of silence', async () => {
    const runner = await openRunner();
    const cut = await openProxy(runner.listening.port);
    const dialed = await dial(cut.port);
    cut.silence();
    const [connection] = runner.connections;
    const both = await Promise.all([dialed.closed, connection?.closed]);
    expect(both.map((closed) => closed?.reason)).toEqual(['silent', 'silent']);
  });
});

/** Passes bytes on until it is told to be silent; it closes neither side. */
async function openProxy(to: number): Promise<{ port: number; silence(): void }> {
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connectTcp(to, host);
    sockets.push(near, far);
    near.pipe(far);
    far.pipe(near);
    for (const socket of [near, far]) socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  opened.push({
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}
