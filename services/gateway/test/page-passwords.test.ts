import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientUnder, openBrowser } from './browser.ts';
import { BOARD_TOKEN, type TestGateway } from './open-gateway.ts';
import { pageOf } from './page-steps.ts';
import { asPage, openGatewayWithIssues, PASSWORD, signedInMember } from './signed-in-users.ts';

let server: TestGateway;
let companyId: string;
beforeAll(async () => {
  server = await openGatewayWithIssues();
  ({ companyId } = await server.stage.given.company());
});
afterAll(() => server.close());

describe('a person with a password', () => {
  it('has a session of a page, too, which stays one when the password changes', async () => {
    const { email } = await signedInMember(server, companyId);
    const [browser, page] = [openBrowser(), pageOf(server)];
    const { pageSecret } = page;
    const signIn = { method: 'POST', body: { email, password: PASSWORD, pageSecret } };
    const signedIn = await browser.fetch(page, `${server.url}/api/auth/sign-in/email`, signIn);
    expect(signedIn).toMatchObject({ status: 200, body: { user: { email } } });
    expect(browser.cookieHeader()).toMatch(/^muster\.session=[\w-]{43}$/);
    const former = browser.cookieHeader();
    const newPassword = 'a new password, long enough';
    const changed = await browser.fetch(page, `${server.url}/api/auth/change-password`, {
      method: 'POST',
      body: { currentPassword: PASSWORD, newPassword },
    });
    expect(changed.status).toBe(200);
    expect(browser.cookieHeader()).not.toBe(former);
    expect((await browser.fetch(page, `${server.url}/api/session`)).status).toBe(200);
    const statusOf = async (headers: Record<string, string>) =>
      (await clientUnder(server.port)('GET /api/session', { headers })).status;
    expect(await statusOf({ cookie: browser.cookieHeader() })).toBe(401);
    expect(await statusOf({ cookie: former, 'x-page-secret': pageSecret })).toBe(401);
    const sessions = await browser.fetch(page, `${server.url}/api/sessions`);
    expect(sessions.body).toHaveLength(1);
  });
});

describe('a browser with a session of a person and one of a page', () => {
  it('is signed out of both', async () => {
    const person = await signedInMember(server, companyId);
    const [browser, page] = [openBrowser(), pageOf(server)];
    const signIn = (fields: object) => ({
      method: 'POST',
      body: { email: person.email, password: PASSWORD, ...fields },
    });
    const emailPath = `${server.url}/api/auth/sign-in/email`;
    await browser.fetch(page, emailPath, signIn({}));
    expect(browser.cookieHeader()).toMatch(/^muster\.session_token=/);
    const tokenPath = `${server.url}/api/auth/sign-in/token`;
    const body = { token: BOARD_TOKEN, pageSecret: page.pageSecret };
    await browser.fetch(page, tokenPath, { method: 'POST', body });
    const session = await browser.fetch(page, `${server.url}/api/session`);
    expect(session.body.actor.name).toBe('admin');
    const out = await browser.fetch(page, `${server.url}/api/auth/sign-out`, { method: 'POST' });
    expect(out).toMatchObject({ status: 200, body: { signedOut: true } });
    expect(browser.cookieHeader()).toBe('');
    const { body: left } = await asPage(server, person)('GET /api/sessions');
    expect(left).toHaveLength(1);
  });
});
