/** The effects of a hook are those of a person, and are none once that person may not write any more. */
import { newId } from '@muster/service-kit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { asPage, signedInMember } from './signed-in-users.ts';

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway();
});
afterAll(() => server.close());

it.each([
  ['is removed', ['DELETE', {}]],
  ['is a viewer', ['PATCH', { role: 'viewer' }]],
  ['is disabled', ['user', { disabled: true }]],
  ['is an admin of the instance no more', ['admin', { instanceAdmin: false }]],
] as const)('fails what comes to a hook whose person %s', async (_, [how, body]) => {
  const { companyId } = await server.stage.given.company();
  const person = await signedInMember(server, companyId, { role: 'owner' });
  await signedInMember(server, companyId, { role: 'owner' });
  const member = `/api/companies/${companyId}/members/${person.userId}`;
  const user = `PATCH /api/users/${person.userId}`;
  if (how === 'admin') {
    await server.call(user, { body: { instanceAdmin: true } });
    await server.call(`DELETE ${member}`);
  }
  const hooks = `/api/companies/${companyId}/hooks`;
  const made = await asPage(server, person)(`POST ${hooks}`, {
    body: { name: 'GitLab', form: 'gitlab', effect: { kind: 'wait', key: '/key' } },
  });
  expect(made.status).toBe(201);
  const left = await server.call(how === 'user' || how === 'admin' ? user : `${how} ${member}`, {
    body,
  });
  expect(left.status).toBe(200);
  const sent = await server.call(`POST ${made.body.path}`, {
    token: '',
    body: { key: newId() },
    headers: { 'x-gitlab-token': made.body.secret },
  });
  expect(sent.status).toBe(202);
  await vi.waitFor(
    async () => {
      const [delivery] = (await server.call(`GET ${hooks}/${made.body.id}/deliveries`)).body;
      expect(delivery).toMatchObject({ status: 'failed', reason: 'member_left' });
    },
    { timeout: 10_000 },
  );
});
