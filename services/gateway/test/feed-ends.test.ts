import { contracts, issues } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activitiesIn, openStream } from './event-stream.ts';
import { BOARD_TOKEN, openGateway, type TestGateway } from './open-gateway.ts';

/** Together larger than the buffers of both ends of a connection. */
const LONG = 'x'.repeat(60_000);
const MANY = 112;
const AT_ONCE = 4;
/** Far below the wait of the long poll. */
const STOP_MAX_MS = 20_000;

let server: TestGateway;
let companyId: string;
beforeAll(async () => {
  server = await openGateway({ FEED_SLOW_SECONDS: '0.5', FAILED_TRIES_BURST: '1' });
  for (const contract of contracts.slice(1)) await server.stage.standIn(contract);
  ({ companyId } = await server.stage.given.company());
});
afterAll(() => server.close());

const comment = (text = '') =>
  server.stage.emitFrom(issues, 'issue.commented', {
    companyId,
    entityId: newId(),
    payload: { text } as never,
  });

const ended = async (reason: string): Promise<number> => {
  const { registry } = server.stage.service.runtime.metrics;
  const { values = [] } = (await registry.getSingleMetric('muster_feed_ends_total')?.get()) ?? {};
  return values.find(({ labels }) => labels['reason'] === reason)?.value ?? 0;
};

it('cuts off a reader that does not read, which resumes from its cursor', async () => {
  const first = await openStream(server.url, companyId);
  first.disconnect();
  const cursor = first.cursor();
  const slow = await openStream(server.url, companyId, { cursor, paused: true });
  for (let n = 0; n < MANY; n += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => comment(LONG)));
  }
  await expect.poll(() => ended('slow'), { timeout: 25_000 }).toBe(1);
  slow.disconnect();
  const reader = await openStream(server.url, companyId, { cursor });
  await reader.until(MANY);
  reader.disconnect();
  const seqs = activitiesIn(reader).map(({ seq }) => seq);
  expect(seqs).toEqual(Array.from({ length: MANY }, (_, index) => index + 1));
});

it('ends every stream and answers every long poll on drain', async () => {
  const { runtime, port, stop } = await server.stage.replica();
  const url = `http://127.0.0.1:${port}`;
  const listener = await openStream(url, companyId);
  const query = `/api/companies/${companyId}/events?wait=50`;
  const polled = fetch(`${url}${query}`, {
    headers: { authorization: `Bearer ${BOARD_TOKEN}` },
  });
  const open = runtime.metrics.registry.getSingleMetric('muster_feed_streams');
  await expect.poll(async () => (await open?.get())?.values[0]?.value).toBe(2);
  const startedAt = Date.now();
  await stop();
  expect(Date.now() - startedAt).toBeLessThan(STOP_MAX_MS);
  await listener.ended;
  const answered = await polled;
  expect(answered.status).toBe(200);
  expect(await answered.json()).toEqual([]);
  await comment('after the stop');
  const other = await openStream(server.url, companyId, { cursor: listener.cursor() });
  await other.until(1);
  other.disconnect();
  expect(activitiesIn(other)).toMatchObject([{ details: { text: 'after the stop' } }]);
});

it('ends a stream of a revoked key, though its address is over the failure limit', async () => {
  const { agentId } = await server.stage.given.agent(companyId);
  const {
    body: { id, token },
  } = await server.call(`POST /api/agents/${agentId}/keys`);
  const listener = await openStream(server.url, companyId, { token });
  await server.call(`DELETE /api/agents/${agentId}/keys/${id}`);
  const tried = await Promise.all([1, 2].map(() => server.call('GET /api/agents/me', { token })));
  expect(tried.map(({ status }) => status)).toContain(401);
  expect(await server.call('GET /api/agents/me', { token })).toMatchObject({ status: 429 });
  await listener.ended;
  expect(listener.received.at(-1)).toMatchObject({
    event: 'error',
    data: { code: 'unauthenticated' },
  });
});
