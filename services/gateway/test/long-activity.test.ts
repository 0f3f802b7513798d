/** Activity with payloads of the largest size: each page fits an answer, and all pages have each entry. */
import { contracts, issues, type Activity } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

/** About twice an answer, of 768 KiB. */
const EVENTS = 25;
const LONG = 60_000;
const ANSWER_MAX_BYTES = 786_432;

let server: TestGateway;
let companyId: string;
beforeAll(async () => {
  server = await openGateway();
  for (const contract of contracts.slice(1)) await server.stage.standIn(contract);
  ({ companyId } = await server.stage.given.company());
  for (let n = 0; n < EVENTS; n++) {
    await server.stage.emitFrom(issues, 'issue.commented', {
      companyId,
      entityId: newId(),
      payload: { commentId: newId(), text: 'a'.repeat(LONG) } as never,
    });
  }
});
afterAll(() => server.close());

it.each([
  ['by an index', ''],
  ['by looking through the log', '&actorId=issues'],
])('a page of long entries that are found %s fits an answer', async (_, filter) => {
  const seen: Activity[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { status, body, headers } = await server.call(
      `GET /api/companies/${companyId}/activity?limit=500${filter}${cursor && `&cursor=${cursor}`}`,
    );
    expect(status).toBe(200);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(ANSWER_MAX_BYTES);
    seen.push(...(body as Activity[]));
    cursor = headers.get('next-cursor');
  }
  const long = seen.filter(({ action }) => action === 'issue.commented');
  expect(long).toHaveLength(EVENTS);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
});

it('a chain has as many of the long entries around it as fit, and says that there are more', async () => {
  const { body: entries } = await server.call(`GET /api/companies/${companyId}/activity?limit=1`);
  const { status, body } = await server.call(
    `GET /api/companies/${companyId}/activity/${entries[0].id}/chain`,
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({ event: entries[0], more: true });
});
