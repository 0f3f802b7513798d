/** A company has a hundred hooks at most, and a hook a thousand deliveries that wait. */
import { HOOKS_MAX, PENDING_DELIVERIES_MAX } from '@muster/contracts';
import { none, sql } from '@muster/service-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway();
});
afterAll(() => server.close());

const create = (companyId: string) =>
  server.call(`POST /api/companies/${companyId}/hooks`, {
    body: { name: 'GitLab', form: 'gitlab', effect: { kind: 'wait', key: '/key' } },
  });

it('refuses a hook above those that a company may have, and makes room by a deletion', async () => {
  const { companyId } = await server.stage.given.company();
  const ids: string[] = [];
  for (let count = 0; count < HOOKS_MAX; count++) ids.push((await create(companyId)).body.id);
  expect(await create(companyId)).toMatchObject({
    status: 422,
    body: { code: 'too_many_hooks', details: { most: HOOKS_MAX } },
  });
  await server.call(`DELETE /api/companies/${companyId}/hooks/${ids[0]}`);
  expect((await create(companyId)).status).toBe(201);
});

it('tells a sender to wait while a thousand deliveries of its hook do, and no other one', async () => {
  const { companyId } = await server.stage.given.company();
  const { body: full } = await create(companyId);
  const { body: free } = await create(companyId);
  await none(
    server.stage.db,
    sql`
    insert into hook_deliveries (
      id, company_id, hook_id, delivery_key, brought, status, due_at, received_at
    )
    select gen_random_uuid(), ${companyId}, ${full.id}, n::text, '{}', 'pending',
      now() + interval '1 hour', now()
    from generate_series(1, ${PENDING_DELIVERIES_MAX}::integer) n`,
  );
  const send = ({ path, secret }: { path: string; secret: string }) =>
    server.call(`POST ${path}`, {
      token: '',
      body: { key: 'ACM-1' },
      headers: { 'x-gitlab-token': secret },
    });
  expect(await send(full)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect((await send(free)).status).toBe(202);
});
