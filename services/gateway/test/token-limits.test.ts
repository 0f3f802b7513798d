import { newId } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestGateway } from './open-gateway.ts';
import {
  anEmail,
  asPage,
  joinAsUser,
  openGatewayWithIssues,
  signedInMember,
} from './signed-in-users.ts';

let server: TestGateway;
let one: string;
let two: string;
beforeAll(async () => {
  server = await openGatewayWithIssues();
  ({ companyId: one } = await server.stage.given.company());
  ({ companyId: two } = await server.stage.given.company());
});
afterAll(() => server.close());

/** An owner of both companies. */
async function owner() {
  const person = await signedInMember(server, one, { role: 'owner' });
  await joinAsUser(server, two, person, { role: 'owner' });
  return person;
}

async function tokenOf(limits: object) {
  const person = await owner();
  const page = asPage(server, person);
  const { status, body } = await page('POST /api/board-tokens', { body: limits });
  expect(status).toBe(201);
  const call: TestGateway['call'] = (line, request) =>
    server.call(line, { ...request, token: body.token });
  return { person, page, body, call };
}

const members = (companyId: string) => `/api/companies/${companyId}/members`;

describe('a board token with limits', () => {
  it('is of a kind of its own, and shows its limits in the list', async () => {
    const limits = { companies: [one.toUpperCase()], readOnly: true };
    const { page, body } = await tokenOf(limits);
    expect(body.token).toMatch(/^mst_limited_[\w-]{12}_[\w-]{49}$/);
    const shown = { companies: [one], readOnly: true, mayDecide: null };
    expect(body).toMatchObject(shown);
    expect((await page('GET /api/board-tokens')).body).toMatchObject([{ id: body.id, ...shown }]);
    const { body: plain } = await tokenOf({ mayDecide: true });
    expect(plain.token).toMatch(/^mst_board_/);
    expect(plain).toMatchObject({ companies: null, readOnly: false, mayDecide: true });
  });

  it('sees its companies only', async () => {
    const { call } = await tokenOf({ companies: [one] });
    expect((await call('GET /api/session')).body.memberships).toMatchObject([
      { companyId: one, role: 'owner' },
    ]);
    expect((await call(`GET ${members(one)}`)).status).toBe(200);
    expect(await call(`GET ${members(two)}`)).toMatchObject({
      status: 404,
      body: { code: 'company_not_found' },
    });
  });

  it('changes nothing if it only reads', async () => {
    const { call } = await tokenOf({ readOnly: true });
    expect((await call(`GET ${members(one)}`)).status).toBe(200);
    const refused = { status: 403, body: { code: 'viewer_reads_only' } };
    expect(await call(`POST ${members(one)}`, { body: { email: anEmail() } })).toMatchObject(
      refused,
    );
    const path = `POST /api/companies/${two}/webhooks`;
    expect(await call(path, { body: { url: 'https://hooks.example/x' } })).toMatchObject(refused);
  });

  it('does nothing that needs a permission if it may not decide', async () => {
    const { call } = await tokenOf({ mayDecide: false });
    const refused = { status: 403, body: { code: 'permission_missing' } };
    expect(await call(`POST ${members(one)}`, { body: { email: anEmail() } })).toMatchObject(
      refused,
    );
    expect((await call('GET /api/session')).body.memberships).toMatchObject([
      { role: 'operator', permissions: [] },
      { role: 'operator', permissions: [] },
    ]);
  });

  it('makes no token, and ends no session or token of its user', async () => {
    const { call, body, page } = await tokenOf({ mayDecide: false });
    const refused = { status: 403, body: { code: 'limited_token_refused' } };
    expect(await call('POST /api/board-tokens', { body: {} })).toMatchObject(refused);
    expect(await call(`DELETE /api/board-tokens/${body.id}`)).toMatchObject(refused);
    expect(await call(`DELETE /api/sessions/${newId()}`)).toMatchObject(refused);
    expect(await call(`POST /api/invitations/${newId()}/accept`)).toMatchObject(refused);
    expect((await page(`DELETE /api/board-tokens/${body.id}`)).status).toBe(200);
    expect((await call('GET /api/session')).status).toBe(401);
  });

  it('never has more than its user has now', async () => {
    const { call, person } = await tokenOf({ companies: [one, two] });
    const path = `${members(one)}/${person.userId}`;
    await server.call(`PATCH ${path}`, { body: { role: 'viewer' } });
    const role = async () => (await call('GET /api/session')).body.memberships;
    expect(await role()).toContainEqual(
      expect.objectContaining({ companyId: one, role: 'viewer' }),
    );
    await server.call(`DELETE ${path}`);
    expect(await role()).toMatchObject([{ companyId: two }]);
  });

  it('is refused for companies that its user does not see, and for limits without sense', async () => {
    const page = asPage(server, await signedInMember(server, one, { role: 'owner' }));
    const make = (body: object) => page('POST /api/board-tokens', { body });
    for (const companyId of [two, newId()]) {
      expect(await make({ companies: [one, companyId] })).toMatchObject({
        status: 404,
        body: { code: 'company_not_found', details: { field: 'companies', companyId } },
      });
    }
    for (const limits of [{ companies: [] }, { readOnly: true, mayDecide: true }]) {
      expect(await make(limits)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
  });

  it('of an instance admin names its companies, and has no right on the instance', async () => {
    const make = (body: object) => server.call('POST /api/board-tokens', { body });
    expect(await make({ readOnly: true })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: ['companies'] }] },
    });
    expect((await make({ companies: [newId()] })).status).toBe(404);
    const { body } = await make({ companies: [one], mayDecide: true });
    const call: TestGateway['call'] = (line, request) =>
      server.call(line, { ...request, token: body.token });
    expect((await call(`GET ${members(one)}`)).status).toBe(200);
    expect((await call(`GET ${members(two)}`)).status).toBe(404);
    expect(await call('GET /api/users')).toMatchObject({
      status: 403,
      body: { code: 'instance_admin_only' },
    });
  });
});

describe('an idempotency key', () => {
  it('is of the limits of the token that it came with', async () => {
    const { page, call } = await tokenOf({ readOnly: true });
    const request = {
      headers: { 'idempotency-key': 'one-of-many' },
      body: { email: anEmail() },
    };
    const line = `POST ${members(one)}`;
    // What reads only may neither refuse what another credential sends nor learn its answer.
    expect((await call(line, request)).status).toBe(403);
    expect((await page(line, request)).status).toBe(201);
    expect((await call(line, request)).status).toBe(403);
    expect((await page(line, request)).body).toMatchObject({ code: 'answer_shown_once' });
  });
});
