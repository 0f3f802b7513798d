import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { openIdleClock } from './idle-clock.ts';
import { openTap, type Tap } from './output.ts';

const IDLE_SEC = 0.02;
const LONGER_SEC = 0.15;
const bytes = Buffer.from('.');

/** As a process stands still that is stopped in the middle of its work: no timer fires meanwhile. */
const standStill = (seconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, seconds * 1_000);

/** A clock, and the moment at which it takes the program for idle. */
function opened(tap: Tap = openTap(async () => undefined), idleSec: number | undefined = IDLE_SEC) {
  const { promise, resolve } = Promise.withResolvers<string>();
  let isIdle = false;
  const clock = openIdleClock(idleSec, tap, () => {
    isIdle = true;
    resolve('idle');
  });
  return { clock, idle: promise, isIdle: () => isIdle };
}

it('takes a program for idle that has printed nothing, or nothing more', async () => {
  expect(await opened().idle).toBe('idle');
  const printed = opened();
  await printed.clock.tap.pass('stdout', bytes);
  expect(await printed.idle).toBe('idle');
});

it('does not take a program for idle while its output waits to be passed on', async () => {
  const tap = openTap(async () => undefined);
  const { clock, idle, isIdle } = opened(tap);
  tap.pause();
  const passed = clock.tap.pass('stdout', bytes);
  await opened(undefined, LONGER_SEC).idle;
  expect(isIdle()).toBe(false);
  tap.resume();
  await passed;
  expect(await idle).toBe('idle');
});

it('lets a program be silent that has no such limit, or has ended', async () => {
  const tap = openTap(async () => undefined);
  const ended = opened();
  ended.clock.close();
  let isIdle = false;
  expect(openIdleClock(undefined, tap, () => (isIdle = true)).tap).toBe(tap);
  await opened(undefined, LONGER_SEC).idle;
  expect([ended.isIdle(), isIdle]).toEqual([false, false]);
});

it('reads what has arrived before it decides, also where its process stood still', async () => {
  const { from, to, close } = await openPipe();
  const { clock, isIdle } = opened();
  const { promise: read, resolve } = Promise.withResolvers<boolean>();
  to.once('data', (data: Buffer) => {
    void clock.tap.pass('stdout', data);
    resolve(isIdle());
    clock.close();
  });
  from.write(bytes);
  standStill(LONGER_SEC);
  expect(await read).toBe(false);
  close();
});

async function openPipe() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const from = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [to] = (await once(server, 'connection')) as [Socket];
  if (from.connecting) await once(from, 'connect');
  return {
    from,
    to,
    close() {
      from.destroy();
      to.destroy();
      server.close();
    },
  };
}
