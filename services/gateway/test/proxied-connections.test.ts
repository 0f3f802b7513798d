/** The connections of a trusted proxy carry many clients: the limit of an address does not apply. */
import { holdConnections, until } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { openGateway } from './open-gateway.ts';

const HELD = 5;

it.each([
  ['keeps all connections of a trusted proxy', '127.0.0.0/8', 0],
  ['keeps as many of another address as it may have', '', HELD - 1],
])('%s', async (_, proxies, closed) => {
  const server = await openGateway({ TRUSTED_PROXIES: proxies, CONNECTIONS_PER_ADDRESS: '1' });
  const text = 'GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const held = await holdConnections({ port: server.port, count: HELD, text });
  const { sockets, received } = held;
  const ended = (index: number) => sockets[index]?.closed === true || received[index] !== '';
  const all = () => sockets.every((_socket, index) => ended(index)) || undefined;
  await until('each connection is answered or closed', all);
  const refused = received.filter((each) => each === '');
  held.close();
  await server.close();
  expect(refused).toHaveLength(closed);
});
