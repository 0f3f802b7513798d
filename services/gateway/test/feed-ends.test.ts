import { contracts, issues } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpPortOf } from '../src/http/start-door.ts';
import { activitiesIn, listen } from './listener.ts';
import { BOARD_TOKEN, openDoor, type OpenDoor } from './open-door.ts';

/** Together more than the buffers of two ends of a connection hold. */
const LONG = 'x'.repeat(60_000);
const MANY = 112;
const AT_ONCE = 4;
/** Far from how long the question would have waited. */
const STOP_MAX_MS = 20_000;

let door: OpenDoor;
let companyId: string;
beforeAll(async () => {
  door = await openDoor({ FEED_SLOW_SECONDS: '0.5', FAILED_TRIES_BURST: '1' });
  for (const contract of contracts.slice(1)) await door.stage.neighbour(contract);
  ({ companyId } = await door.stage.given.company());
});
afterAll(() => door.close());

const comment = (text = '') => door.stage.tell(issues, 'issue.commented', {
  companyId, entityId: newId(), payload: { text } as never,
});

const ended = async (reason: string): Promise<number> => {
  const { registry } = door.stage.service.runtime.metrics;
  const { values = [] } = await registry.getSingleMetric('muster_feed_ends_total')?.get() ?? {};
  return values.find(({ labels }) => labels['reason'] === reason)?.value ?? 0;
};

it('cuts off who does not read, who goes on with the cursor of what it had', async () => {
  const first = await listen(door.url, companyId);
  first.cut();
  const cursor = first.cursor();
  const slow = await listen(door.url, companyId, { cursor, paused: true });
  for (let n = 0; n < MANY; n += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => comment(LONG)));
  }
  await expect.poll(() => ended('slow'), { timeout: 25_000 }).toBe(1);
  slow.cut();
  const reader = await listen(door.url, companyId, { cursor });
  await reader.until(MANY);
  reader.cut();
  const seqs = activitiesIn(reader).map(({ seq }) => seq);
  expect(seqs).toEqual(Array.from({ length: MANY }, (_, index) => index + 1));
});

it('ends every stream and answers every question when it stops', async () => {
  const { runtime, stop } = await door.stage.replica();
  const url = `http://127.0.0.1:${httpPortOf(runtime)}`;
  const listener = await listen(url, companyId);
  const query = `/api/companies/${companyId}/events?wait=50`;
  const asked = fetch(`${url}${query}`, {
    headers: { authorization: `Bearer ${BOARD_TOKEN}` },
  });
  const open = runtime.metrics.registry.getSingleMetric('muster_feed_streams');
  await expect.poll(async () => (await open?.get())?.values[0]?.value).toBe(2);
  const startedAt = Date.now();
  await stop();
  expect(Date.now() - startedAt).toBeLessThan(STOP_MAX_MS);
  await listener.ended;
  const answered = await asked;
  expect(answered.status).toBe(200);
  expect(await answered.json()).toEqual([]);
  await comment('after the stop');
  const elsewhere = await listen(door.url, companyId, { cursor: listener.cursor() });
  await elsewhere.until(1);
  elsewhere.cut();
  expect(activitiesIn(elsewhere)).toMatchObject([{ details: { text: 'after the stop' } }]);
});

it('ends a stream whose key is gone, whatever is tried from its address', async () => {
  const { agentId } = await door.stage.given.agent(companyId);
  const { body: { id, token } } = await door.call(`POST /api/agents/${agentId}/keys`);
  const listener = await listen(door.url, companyId, { token });
  await door.call(`DELETE /api/agents/${agentId}/keys/${id}`);
  const tried = await Promise.all([1, 2].map(() => door.call('GET /api/agents/me', { token })));
  expect(tried.map(({ status }) => status)).toContain(401);
  expect(await door.call('GET /api/agents/me', { token })).toMatchObject({ status: 429 });
  await listener.ended;
  expect(listener.heard.at(-1))
    .toMatchObject({ event: 'error', data: { code: 'unauthenticated' } });
});
