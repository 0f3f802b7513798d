/** Deliveries where the only way out is a proxy of the operator. */
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { contracts } from '@muster/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { webhookSteps } from './webhook-steps.ts';

const SOON = { timeout: 20_000 };
const SECRET = 'a-password-of-the-proxy';

describe('a webhook behind a proxy', () => {
  let proxy: Server;
  let server: TestGateway;
  let receiver: Receiver;
  let companyId: string;
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  let isOpen = true;

  beforeAll(async () => {
    proxy = createServer();
    proxy.on('connect', ({ url = '' }, client: Socket) => {
      asked.push(url);
      sockets.add(client.on('error', () => undefined));
      if (!isOpen) return client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      const { hostname, port } = new URL(`http://${url}`);
      const upstream = connect(Number(port), hostname, () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        client.pipe(upstream).pipe(client);
      });
      return upstream.on('error', () => client.destroy());
    });
    await new Promise<void>((ready) => {
      proxy.listen(0, '127.0.0.1', () => ready());
    });
    server = await openGateway({
      MUSTER_EGRESS_ALLOW: '127.0.0.1',
      HTTPS_PROXY: `http://operator:${SECRET}@127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      WEBHOOK_RETRY_SECONDS: '0.05',
      WEBHOOK_GIVE_UP_SECONDS: '0.1',
    });
    for (const contract of contracts.slice(1)) await server.stage.standIn(contract);
    receiver = await openReceiver();
    ({ companyId } = await server.stage.given.company());
  });
  afterAll(async () => {
    await receiver.close();
    await server.close();
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });

  const { comment, create, deliveries } = webhookSteps({
    server: () => server,
    receiver: () => receiver,
    companyId: () => companyId,
  });

  it('is called through it, and says so where the proxy refuses', async () => {
    const { id } = await create();
    await comment('first');
    await receiver.until(1);
    expect(asked[0]).toBe(new URL(receiver.url).host);
    isOpen = false;
    for (const socket of sockets) socket.destroy();
    await comment('second');
    await expect.poll(() => deliveries(id, 'dead'), SOON).toHaveLength(1);
    const [failed] = await deliveries(id, 'dead');
    expect(failed).toMatchObject({
      responseStatus: null,
      error: "The operator's proxy could not be reached, or it did not accept its credentials",
    });
    expect(JSON.stringify(failed)).not.toContain(SECRET);
    expect(receiver.received).toHaveLength(1);
  });
});
