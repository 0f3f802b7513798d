import { gateway, issues } from '@muster/contracts';
import { none, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestGateway } from './open-gateway.ts';
import { askFor, decide, openGatewayWithPages, postForm } from './programs.ts';
import { asPage, signedInMember, type SignedInUser } from './signed-in-users.ts';
import { subscriber } from './stubs.ts';

let server: TestGateway;
let companyId: string;
let owner: SignedInUser;
let stopIssues: () => Promise<unknown>;
beforeAll(async () => {
  server = await openGatewayWithPages();
  const listening = await subscriber(issues, gateway)(server.stage.env);
  stopIssues = () => listening.stop();
  ({ companyId } = await server.stage.given.company());
  owner = await signedInMember(server, companyId, { role: 'owner' });
});
afterAll(async () => {
  await server.close();
  await stopIssues();
});

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };
const ask = (question: Record<string, string>) => askFor(server, owner, question);

describe('a program without a browser', () => {
  const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
  const begin = (client_id = 'muster') =>
    postForm(server, 'device_authorization', { client_id, resource: `${server.url}/api` });
  const poll = (device_code: string, client_id = 'muster') =>
    postForm(server, 'token', { grant_type: DEVICE_GRANT, device_code, client_id });

  it('gets its token when a person has typed its code, once', async () => {
    const { body: begun } = await begin();
    expect(begun).toMatchObject({
      verification_uri: `${server.url}/oauth/device`,
      user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      interval: 5,
    });
    expect(await poll(begun.device_code)).toMatchObject({
      status: 400,
      body: { error: 'authorization_pending' },
    });
    expect(await poll(begun.device_code)).toMatchObject({ body: { error: 'slow_down' } });
    const userCode = begun.user_code.toLowerCase().replace('-', ' ');
    expect(await ask({ userCode })).toMatchObject({
      body: { program: { id: 'muster' }, resource: 'api', leadsTo: null },
    });
    const answer = { userCode, approve: true, companies: [companyId] };
    expect(await decide(server, owner, answer)).toMatchObject({ body: { redirectTo: null } });
    expect(await decide(server, owner, answer)).toMatchObject({
      status: 404,
      body: { code: 'user_code_not_found' },
    });
    expect(await poll(begun.device_code, 'another')).toMatchObject(invalidGrant);
    const got = await poll(begun.device_code);
    expect(got.status).toBe(200);
    expect(got.body).not.toHaveProperty('refresh_token');
    expect(
      (await server.call('GET /api/session', { token: got.body.access_token })).body.memberships,
    ).toMatchObject([{ companyId }]);
    expect(await poll(begun.device_code)).toMatchObject(invalidGrant);
  });

  it('hears that its person has refused, or has not answered in time', async () => {
    const { body: refused } = await begin();
    await decide(server, owner, { userCode: refused.user_code, approve: false });
    expect(await poll(refused.device_code)).toMatchObject({ body: { error: 'access_denied' } });
    const { body: late } = await begin();
    await none(
      server.stage.db,
      sql`update oauth_authorizations set expires_at = now() where user_id is null`,
    );
    expect(await poll(late.device_code)).toMatchObject({ body: { error: 'expired_token' } });
    expect((await ask({ userCode: late.user_code })).status).toBe(404);
  });

  it('is known here, and who guesses its code is stopped', async () => {
    expect(await begin('unknown')).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    const guesser = await signedInMember(server, companyId);
    const page = asPage(server, guesser);
    const guess = () => page('GET /api/authorization-request?userCode=BBBB-BBBB');
    expect((await guess()).status).toBe(404);
    await none(server.stage.db, sql`update sign_in_attempts set attempts = 100`);
    expect((await guess()).status).toBe(429);
  });
});
