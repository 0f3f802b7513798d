/** A company has twenty webhooks at most. */
import { contracts } from '@muster/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

const WEBHOOKS_MAX = 20;

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway({ MUSTER_EGRESS_ALLOW: '127.0.0.1' });
  for (const contract of contracts.slice(1)) await server.stage.standIn(contract);
});
afterAll(() => server.close());

const create = (companyId: string) =>
  server.call(`POST /api/companies/${companyId}/webhooks`, {
    body: { url: 'http://127.0.0.1:9/', events: ['issue.commented'] },
  });

it('refuses a webhook above those that a company may have, and makes room by a deletion', async () => {
  const { companyId } = await server.stage.given.company();
  const ids: string[] = [];
  for (let count = 0; count < WEBHOOKS_MAX; count++) {
    const { status, body } = await create(companyId);
    expect(status).toBe(201);
    ids.push(body.id);
  }
  expect(await create(companyId)).toMatchObject({
    status: 422,
    body: { code: 'too_many_webhooks', details: { most: WEBHOOKS_MAX } },
  });
  const { companyId: other } = await server.stage.given.company();
  expect((await create(other)).status).toBe(201);
  await server.call(`DELETE /api/companies/${companyId}/webhooks/${ids[0]}`);
  expect((await create(companyId)).status).toBe(201);
});
