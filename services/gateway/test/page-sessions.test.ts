/**
 * Sessions of pages, and other programs of the same host: a program on another port gets every cookie of
 * the browser with the first click on its link, and can send any header.
 */
import { randomBytes } from 'node:crypto';
import { none, sql } from '@muster/service-kit';
import { freePort } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentWithKey } from './agent-with-key.ts';
import { openBrowser, clientUnder, type Page } from './browser.ts';
import { BOARD_TOKEN, type TestGateway } from './open-gateway.ts';
import { pageOf, signedInBrowser, startProgram } from './page-steps.ts';
import { openGatewayWithIssues, PASSWORD } from './signed-in-users.ts';

let server: TestGateway;
let other: TestGateway;
let companyId: string;
beforeAll(async () => {
  const open = async () => openGatewayWithIssues({ PORT: String(await freePort()) });
  [server, other] = await Promise.all([open(), open()]);
  ({ companyId } = await server.stage.given.company());
});
afterAll(() => Promise.all([server.close(), other.close()]));

const ascending = (a: number, b: number): number => a - b;

const newToken = async (fields: object = {}) =>
  (await server.call('POST /api/board-tokens', { body: fields })).body;

const newCode = async (token = BOARD_TOKEN) => {
  const made = await server.call('POST /api/auth/sign-in-links', { token });
  expect(made).toMatchObject({ status: 201, body: { expiresAt: expect.any(String) } });
  const url = new URL(made.body.url);
  expect(url).toMatchObject({ origin: server.url, pathname: '/enter', search: '' });
  return url.hash.slice(1);
};

const LINK = '/api/auth/sign-in/link';
const isGone = { status: 404, body: { code: 'sign_in_link_not_found' } };

describe('a board token', () => {
  it('becomes a session with its rights, whose cookie is worth nothing alone', async () => {
    const { browser, page } = await signedInBrowser(server);
    const read = await browser.fetch(page, `${server.url}/api/session`);
    expect(read.body).toMatchObject({
      credential: { kind: 'session' },
      may: { manageUsers: true },
    });
    const made = { method: 'POST', body: { name: 'Acme' } };
    expect((await browser.fetch(page, `${server.url}/api/board-tokens`, made)).status).toBe(201);
    for (const pageSecret of [undefined, randomBytes(32).toString('base64url'), 'short']) {
      const headers: Record<string, string> = { cookie: browser.cookieHeader() };
      if (pageSecret !== undefined) headers['x-page-secret'] = pageSecret;
      const taken = await clientUnder(server.port)('GET /api/session', { headers });
      expect(taken).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    }
    const out = { method: 'POST' };
    expect((await browser.fetch(page, `${server.url}/api/auth/sign-out`, out)).status).toBe(200);
    expect(browser.cookieHeader()).toBe('');
    expect((await browser.fetch(page, `${server.url}/api/session`)).status).toBe(401);
  });

  it('gives its limits to the session, and ends it', async () => {
    const token = await newToken({ companies: [companyId], readOnly: true });
    const { browser, page } = await signedInBrowser(server, token.token);
    const session = `${server.url}/api/session`;
    expect((await browser.fetch(page, session)).body.memberships).toEqual([
      { companyId, role: 'viewer', permissions: [], mayWrite: false },
    ]);
    const refused = await browser.fetch(page, `${server.url}/api/board-tokens`, { method: 'POST' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'limited_token_refused' } });
    for (const path of ['change-password', 'link/oidc']) {
      const body = { currentPassword: PASSWORD, newPassword: PASSWORD };
      const asked = { method: 'POST', body: path === 'link/oidc' ? {} : body };
      expect(await browser.fetch(page, `${server.url}/api/auth/${path}`, asked)).toMatchObject({
        status: 403,
        body: { code: 'session_required' },
      });
    }
    await server.call(`DELETE /api/board-tokens/${token.id}`);
    expect((await browser.fetch(page, session)).status).toBe(401);
  });

  it('ends the session when it expires, whatever the length of sessions', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const token = await newToken({ expiresAt });
    const { browser, page, session } = await signedInBrowser(server, token.token);
    expect(session.expiresAt).toBe(expiresAt);
    await none(
      server.stage.db,
      sql`update board_tokens set expires_at = now() - interval '1 second' where id = ${token.id}`,
    );
    await expect
      .poll(async () => (await browser.fetch(page, `${server.url}/api/session`)).status)
      .toBe(401);
  });

  it('that is wrong counts like a wrong bearer token, and a key of an agent is none', async () => {
    const own = await openGatewayWithIssues({ FAILED_TRIES_BURST: '1' });
    const signIn = (token: string) =>
      clientUnder(own.port)('POST /api/auth/sign-in/token', { body: { token } });
    const wrong = 'mst_board_wrong_000000000000000000000000000000000';
    expect((await signIn(wrong)).status).toBe(401);
    expect((await signIn(wrong)).status).toBe(429);
    expect((await own.call('GET /api/session', { token: wrong })).status).toBe(429);
    const { token } = await agentWithKey(own);
    const refused = await signIn(token);
    await own.close();
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'board_token_required' },
    });
  });
});

describe('a link', () => {
  it('says whom it signs in, and signs in one of many pages, once', async () => {
    const code = await newCode();
    const browser = openBrowser();
    const pages = Array.from({ length: 5 }, () => pageOf(server));
    const [page] = pages as [Page];
    const shown = await browser.fetch(page, server.url + LINK, {
      headers: { 'x-sign-in-code': code },
    });
    const owner = { user: { name: 'admin', email: null }, boundToPage: false };
    expect(shown.body).toMatchObject(owner);
    const tried = await Promise.all(
      pages.map(async (each) => {
        const own = openBrowser();
        const body = { code, pageSecret: each.pageSecret };
        const answer = await own.fetch(each, server.url + LINK, { method: 'POST', body });
        return { answer, read: await own.fetch(each, `${server.url}/api/session`) };
      }),
    );
    expect(tried.map(({ answer }) => answer.status).toSorted(ascending)).toEqual([
      200, 404, 404, 404, 404,
    ]);
    expect(tried.map(({ read }) => read.status).toSorted(ascending)).toEqual([
      200, 401, 401, 401, 401,
    ]);
    const again = { headers: { 'x-sign-in-code': code } };
    expect(await browser.fetch(page, server.url + LINK, again)).toMatchObject(isGone);
  });

  it('is ended by a newer one, by time, and with its token; so is its session', async () => {
    const { db } = server.stage;
    const use = async (code: string) => {
      const [browser, page] = [openBrowser(), pageOf(server)];
      const body = { code, pageSecret: page.pageSecret };
      const answer = await browser.fetch(page, server.url + LINK, { method: 'POST', body });
      return { answer, browser, page };
    };
    const [first, second] = [await newCode(), await newCode()];
    expect((await use(first)).answer).toMatchObject(isGone);
    expect((await use(second)).answer.status).toBe(200);
    const late = await newCode();
    await none(db, sql`update sign_in_links set expires_at = now() - interval '1 second'`);
    expect((await use(late)).answer).toMatchObject(isGone);
    const token = await newToken();
    const used = await use(await newCode(token.token));
    expect(used.answer.status).toBe(200);
    const open = await newCode(token.token);
    await server.call(`DELETE /api/board-tokens/${token.id}`);
    expect((await use(open)).answer).toMatchObject(isGone);
    const read = await used.browser.fetch(used.page, `${server.url}/api/session`);
    expect(read.status).toBe(401);
  });

  it('is made by board tokens only', async () => {
    const { browser, page } = await signedInBrowser(server);
    const path = `${server.url}/api/auth/sign-in-links`;
    expect(await browser.fetch(page, path, { method: 'POST' })).toMatchObject({
      status: 403,
      body: { code: 'board_token_required' },
    });
  });
});

describe('a page on another port of the host', () => {
  const foreign: Page = { origin: 'http://127.0.0.1:9' };
  const isForeign = { status: 403, body: { code: 'foreign_origin' } };

  it('reads, writes and follows nothing in the browser that is signed in', async () => {
    const { browser, page } = await signedInBrowser(server);
    const stream = `${server.url}/api/companies/${companyId}/events`;
    const members = `${server.url}/api/companies/${companyId}/members`;
    for (const url of [`${server.url}/api/session`, members, stream, `${stream}?wait=0`]) {
      expect(await browser.fetch(foreign, url)).toMatchObject(isForeign);
    }
    const post = { method: 'POST', body: { name: 'Mine' } };
    expect(await browser.fetch(foreign, `${server.url}/api/companies`, post)).toMatchObject(
      isForeign,
    );
    expect((await browser.load(stream, { from: foreign.origin })).status).toBe(403);
    expect((await browser.fetch(page, members)).status).toBe(200);
  });

  it('gets the cookie with a click on its link, and no session with it', async () => {
    const program = await startProgram();
    const { browser, page } = await signedInBrowser(server);
    await browser.load(program.origin, { from: server.url });
    const [cookie = ''] = program.cookies;
    expect(cookie).toContain(browser.cookieHeader());
    const forged = { cookie, origin: server.url, 'sec-fetch-site': 'same-origin' };
    for (const line of ['GET /api/session', 'POST /api/board-tokens', 'POST /api/auth/sign-out']) {
      const body = line.startsWith('GET') ? undefined : {};
      const taken = await clientUnder(server.port)(line, { headers: forged, body });
      expect(taken).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    }
    expect((await browser.fetch(page, `${server.url}/api/session`)).status).toBe(200);
    await program.close();
  });

  it('opens no session, and uses no link', async () => {
    const code = await newCode();
    const browser = openBrowser();
    const { pageSecret } = pageOf(server);
    const asked: readonly (readonly [string, object])[] = [
      [LINK, { code, pageSecret }],
      ['/api/auth/sign-in/token', { token: BOARD_TOKEN, pageSecret }],
      ['/api/auth/sign-in/email', { email: 'a@example.com', password: PASSWORD }],
    ];
    for (const [path, body] of asked) {
      const refused = await browser.fetch(foreign, server.url + path, { method: 'POST', body });
      expect(refused).toMatchObject(isForeign);
    }
    const headers = { 'x-sign-in-code': code };
    expect(await browser.fetch(foreign, server.url + LINK, { headers })).toMatchObject(isForeign);
    expect(browser.cookieHeader()).toBe('');
    const page = { ...pageOf(server), pageSecret };
    const used = await browser.fetch(page, server.url + LINK, {
      method: 'POST',
      body: { code, pageSecret },
    });
    expect(used.status).toBe(200);
  });

  it('cannot use the session of its own that it puts into the browser', async () => {
    const mine = await signedInBrowser(server);
    const victim = pageOf(server);
    const headers = { cookie: mine.browser.cookieHeader(), 'x-page-secret': victim.pageSecret };
    expect((await clientUnder(server.port)('GET /api/session', { headers })).status).toBe(401);
  });
});

describe('a page under a name that leads to this machine', () => {
  it('gets no sign-in and no session, even with cookie and secret', async () => {
    const { browser, page } = await signedInBrowser(server);
    const rebound = clientUnder(server.port, `rebound.example:${server.port}`);
    const isMisdirected = { status: 421, body: { code: 'misdirected_request' } };
    const cookie = browser.cookieHeader();
    const headers = { cookie, 'x-page-secret': page.pageSecret };
    expect(await rebound('GET /api/session', { headers })).toMatchObject(isMisdirected);
    const code = await newCode();
    const { pageSecret } = page;
    expect(await rebound(`POST ${LINK}`, { body: { code, pageSecret } })).toMatchObject(
      isMisdirected,
    );
    const origin = `http://rebound.example:${server.port}`;
    for (const path of ['token', 'email', 'oidc']) {
      const body = { token: BOARD_TOKEN, email: 'a@example.com', password: PASSWORD };
      const asked = { body, headers: { origin } };
      expect(await rebound(`POST /api/auth/sign-in/${path}`, asked)).toMatchObject(isMisdirected);
    }
    expect((await rebound('GET /api/session', { token: BOARD_TOKEN })).status).toBe(200);
  });
});

describe('two installations on two ports of one host', () => {
  it('are both signed in, in one browser, and sign out alone', async () => {
    const { browser, page } = await signedInBrowser(server);
    const second = pageOf(other);
    const body = { token: BOARD_TOKEN, pageSecret: second.pageSecret };
    await browser.fetch(second, `${other.url}/api/auth/sign-in/token`, { method: 'POST', body });
    const statuses = async () =>
      Promise.all([
        browser.fetch(page, `${server.url}/api/session`),
        browser.fetch(second, `${other.url}/api/session`),
      ]).then((answers) => answers.map(({ status }) => status));
    expect(await statuses()).toEqual([200, 200]);
    await browser.fetch(second, `${other.url}/api/auth/sign-out`, { method: 'POST' });
    expect(await statuses()).toEqual([200, 401]);
  });
});
