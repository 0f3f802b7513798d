/** Pages of the board, and what else may be served on the same host. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { openBrowser, type Page } from './browser.ts';
import { BOARD_TOKEN, type TestGateway } from './open-gateway.ts';

/** What an agent may serve: it answers any request, and keeps the cookies that come with it. */
export async function startProgram() {
  const cookies: string[] = [];
  const program = createServer((request, response) => {
    cookies.push(request.headers.cookie ?? '');
    response.end('hello');
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  const { port } = program.address() as AddressInfo;
  const close = () => new Promise((resolve) => program.close(resolve));
  return { origin: `http://127.0.0.1:${port}`, cookies, close };
}

export const pageOf = ({ url }: TestGateway): Page & { pageSecret: string } => ({
  origin: url,
  pageSecret: randomBytes(32).toString('base64url'),
});

/** A browser with a page of the board that is signed in with the board token. */
export async function signedInBrowser(gateway: TestGateway, token = BOARD_TOKEN) {
  const browser = openBrowser();
  const page = pageOf(gateway);
  const signedIn = await browser.fetch(page, `${gateway.url}/api/auth/sign-in/token`, {
    method: 'POST',
    body: { token, pageSecret: page.pageSecret },
  });
  expect(signedIn).toMatchObject({ status: 200, body: { session: { id: expect.any(String) } } });
  return { browser, page, session: signedIn.body.session };
}
