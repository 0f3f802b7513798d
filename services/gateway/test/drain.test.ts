import { Agent, request, type IncomingMessage } from 'node:http';
import { agents } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { expect, it } from 'vitest';
import { BOARD_TOKEN, openDoor } from './open-door.ts';
import { standIn } from './stand-in.ts';

/** One request over a connection that the client would like to keep. */
const get = (port: number, path: string, agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${BOARD_TOKEN}` };
    request({ port, path, agent, headers, host: '127.0.0.1' }, (response) => {
      response.resume().on('end', () => resolve(response));
    }).on('error', reject).end();
  });

it('finishes what is under way, takes nothing new, and closes its connections', async () => {
  const door = await openDoor();
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const slow = standIn(agents, {
    getCompany: async ({ companyId }) => {
      arrived.resolve();
      await released.promise;
      return { id: companyId };
    },
  });
  const other = await slow(door.stage.env);
  const agent = new Agent({ keepAlive: true });
  const idle = await get(door.port, '/api/session', agent);
  expect(idle.headers.connection).toBe('keep-alive');

  const underWay = get(door.port, `/api/companies/${newId()}`, agent);
  await arrived.promise;
  const closed = door.close();
  const refused = () => get(door.port, '/api/session', new Agent()).then(() => '', String);
  await expect.poll(refused, { interval: 10 }).toContain('ECONNREFUSED');
  released.resolve();
  const answered = await underWay;
  expect(answered.statusCode).toBe(200);
  expect(answered.headers.connection).toBe('close');
  await closed;
  await other.stop();
});
