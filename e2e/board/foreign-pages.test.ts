/** What other pages get of an installation in the browser of its user: nothing. */
import { issues } from '@muster/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addIssue, createCompany } from '../fixtures/builders.ts';
import { useSql } from '../world/sql.ts';
import { useWorld, useSharedWorld } from '../world/use-world.ts';
import { eventually, untilServed, useBrowser, type Visit, type VisitOptions } from './browser.ts';
import { useForeignProgram } from './foreign-program.ts';
import { runInPage } from './in-page.ts';
import { signInWithToken } from './sign-in.ts';

const REBOUND = 'rebound.example';

const world = useWorld();
const other = useSharedWorld();
const sql = useSql(world);
const program = useForeignProgram();
const openVisit = useBrowser([
  `--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`,
  '--no-proxy-server',
]);
let company: { id: string; issuePrefix: string };

beforeAll(async () => {
  company = await createCompany(world().board, { name: 'Acme' });
});

/** The page that opens when the user clicks a link in a comment of an agent. */
async function clickOn(visit: Visit, url: string): Promise<Page> {
  const { board } = world();
  const issue = await addIssue(board, company.id, { title: 'Look at my work' });
  await board.call(issues, 'addComment', { issueId: issue.id, body: `See [it](${url}).` });
  await visit.page.goto(`/${company.issuePrefix}/issues/${issue.identifier}`);
  const opened = visit.context.waitForEvent('page');
  await visit.page.getByRole('link', { name: /^it/ }).click();
  const page = await opened;
  await page.waitForURL(url);
  return page;
}

async function visitSignedIn(options: VisitOptions = {}): Promise<Visit> {
  const { baseUrl, boardToken } = world().stack;
  const visit = await openVisit(baseUrl, options);
  await signInWithToken(visit.page, baseUrl, boardToken);
  return visit;
}

const attack = (page: Page, board: string): Promise<Record<string, string>> =>
  runInPage(page, 'attack', { board, companyId: company.id });

/** The user is signed in still, and nothing was made. */
async function expectUntouched({ page }: Visit): Promise<void> {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  const [companies, tokens] = await Promise.all([
    world().board.get('/api/companies'),
    world().board.get('/api/board-tokens'),
  ]);
  expect(JSON.stringify([companies.body, tokens.body])).not.toContain('Taken');
}

describe('a page on another port of the host', () => {
  it('gets no answer, frame, stream or session, after a click on its link', async () => {
    const { baseUrl } = world().stack;
    const visit = await visitSignedIn();
    const foreign = await clickOn(visit, `http://127.0.0.1:${program().port}/`);
    const got = await attack(foreign, baseUrl);
    expect(got).toEqual({
      session: 'nothing',
      sessionWithoutCors: 'opaque 0 ',
      company: 'nothing',
      companyWithoutCors: 'opaque 0 ',
      token: 'opaque 0 ',
      stream: 'nothing',
      frame: 'foreign',
      cookies: 'nothing',
      opener: 'nothing',
      referrer: 'nothing',
      storage: 'nothing',
    });
    const framed = foreign.frames().map((frame) => frame.url());
    expect(framed).not.toContain(`${baseUrl}/`);
    // Each of its requests with the cookie was refused, those that it cannot see the answer of as well.
    for (const refusal of ['403 GET /api/session', '403 POST /api/board-tokens']) {
      await eventually(() => Promise.resolve([...visit.faults])).toContain(refusal);
    }
    await visit.close();
    const again = await visitSignedIn();
    await expectUntouched(again);
    await again.close();
  });

  it('is sent the cookie by the browser, which opens nothing', async () => {
    const { baseUrl } = world().stack;
    const visit = await visitSignedIn();
    await clickOn(visit, `http://127.0.0.1:${program().port}/`);
    const cookie = program().cookies.find((sent) => sent.includes('muster'));
    expect(cookie).toBeDefined();
    for (const [method, path] of [
      ['GET', '/api/session'],
      ['GET', `/api/companies/${company.id}/events`],
      ['POST', '/api/board-tokens'],
    ] as const) {
      const { status } = await fetch(baseUrl + path, {
        method,
        headers: {
          cookie: cookie ?? '',
          origin: baseUrl,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
        },
        ...(method === 'POST' ? { body: '{"name":"Taken"}' } : {}),
      });
      expect([path, status]).toEqual([path, 401]);
    }
    await expectUntouched(visit);
    await visit.close();
  });

  it('does not use a link of ours', async () => {
    const { baseUrl } = world().stack;
    const visit = await openVisit(baseUrl);
    const { url, code } = await newLink();
    await visit.page.goto(`http://127.0.0.1:${program().port}/`);
    const used = await runInPage<string>(visit.page, 'use-link', { board: baseUrl, code });
    expect(used).toBe('');
    await visit.page.goto(url);
    await visit.page.getByRole('button', { name: 'Sign in' }).click();
    await visit.page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await visit.close();
  });
});

describe('a page under a name that leads to this machine', () => {
  it('gets no page, answer, stream, sign-in or session, after a click on its link', async () => {
    const { baseUrl, boardToken } = world().stack;
    const rebound = `http://${REBOUND}:${new URL(baseUrl).port}`;
    // What the name has served before it led here may run whatever it likes.
    const visit = await visitSignedIn({ withoutPolicy: true });
    const foreign = await clickOn(visit, `${rebound}/`);
    expect(await foreign.locator('#app').count()).toBe(0);
    const got = await attack(foreign, rebound);
    expect(got).toMatchObject({ stream: 'nothing', cookies: 'nothing', storage: 'nothing' });
    for (const name of [
      'session',
      'company',
      'sessionWithoutCors',
      'companyWithoutCors',
      'token',
    ]) {
      expect([name, got[name]]).toEqual([name, expect.stringMatching(/^basic 4(?:01|21) /)]);
    }
    const signedIn = await foreign.evaluate(async (token) => {
      const answer = await fetch('/api/auth/sign-in/token', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, pageSecret: 'A'.repeat(43) }),
      });
      return answer.status;
    }, boardToken);
    expect(signedIn).toBe(421);
    const page = await foreign.goto(`${rebound}/${company.issuePrefix}/issues`);
    expect(page?.status()).toBe(421);
    await expectUntouched(visit);
    await visit.close();
  });
});

async function newLink(token?: string): Promise<{ url: string; code: string }> {
  const { api, board } = world();
  const caller = token === undefined ? board : api.as(token);
  const { body } = await caller.post('/api/auth/sign-in-links', {});
  const { url } = body as { url: string };
  return { url, code: new URL(url).hash.slice(1) };
}

const newToken = async (): Promise<{ id: string; token: string }> =>
  (await world().board.post('/api/board-tokens', { name: 'Ada' })).body as never;

describe('a sign-in link', () => {
  it('opens nothing when it is used, late, or without its token, which ends its session too', async () => {
    const { baseUrl } = world().stack;
    const visit = await openVisit(baseUrl, { expects: /^40[14] GET|^401 GET/ });
    const { page } = visit;
    const expectGone = async (url: string): Promise<void> => {
      // A page that differs by what is behind `#` alone is not loaded again.
      await page.goto('about:blank');
      await page.goto(url);
      await page.getByRole('heading', { name: /This link has been used/ }).waitFor();
    };
    const used = await newLink();
    await page.goto(used.url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await expectGone(used.url);
    const late = await newLink();
    await sql.rows(`update gateway.sign_in_links set expires_at = now() - interval '1 hour'`);
    await expectGone(late.url);
    const gone = await newToken();
    const open = await newLink(gone.token);
    await world().board.delete(`/api/board-tokens/${gone.id}`);
    await expectGone(open.url);
    const ended = await newToken();
    await page.goto('about:blank');
    await page.goto((await newLink(ended.token)).url);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await world().board.delete(`/api/board-tokens/${ended.id}`);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in to Muster' }).waitFor();
    await visit.close();
    expect(visit.faults.filter((fault) => !fault.startsWith('foreign: about:'))).toEqual([]);
  });
});

describe('two installations on two ports of a host', () => {
  it('keep their user signed in, both', async () => {
    const [one, two] = [world().stack, other().stack];
    await untilServed(two.baseUrl);
    const visit = await openVisit(one.baseUrl);
    const { page } = visit;
    await signInWithToken(page, one.baseUrl, one.boardToken);
    await signInWithToken(page, two.baseUrl, two.boardToken);
    for (const { baseUrl } of [one, two, one]) {
      await page.goto(baseUrl);
      await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    }
    await visit.close();
  });
});
