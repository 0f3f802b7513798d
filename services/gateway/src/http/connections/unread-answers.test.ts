import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it } from 'vitest';
import { openUnreadAnswers } from './unread-answers.ts';

const { Agent, createServer, get } = process.getBuiltinModule('node:http');

/** More than both ends of a connection take at once. */
const LONG = Buffer.alloc(16_777_216);
const ANSWERS = 3;
/** Longer than the test. */
const MAX_MS = 600_000;

it('leaves no listener on a connection that is kept for many answers', async () => {
  const watchAnswer = openUnreadAnswers({ perAddress: 10, maxMs: MAX_MS });
  const kept: { readonly socket: Socket; readonly listeners: number }[] = [];
  let finished: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    const { socket } = request;
    kept.push({ socket, listeners: socket.listenerCount('close') });
    response.end(LONG);
    expect(response.writableLength + socket.writableLength).toBeGreaterThan(0);
    watchAnswer({ ip: '127.0.0.1' }, response);
    finished = once(response, 'finish');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let n = 0; n < ANSWERS; n += 1) {
    const [answer] = (await once(get({ port, agent, host: '127.0.0.1' }), 'response')) as [
      IncomingMessage,
    ];
    await once(answer.resume(), 'end');
    await finished;
  }
  agent.destroy();
  server.close();
  expect(new Set(kept.map(({ socket }) => socket)).size).toBe(1);
  const [first] = kept;
  expect(kept.map(({ listeners }) => listeners)).toEqual(kept.map(() => first?.listeners));
});
