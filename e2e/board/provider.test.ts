/** People sign in at an identity provider: from the page of the board to the provider's, and back. */
import { randomUUID } from 'node:crypto';
import { startIdentityProvider } from '@muster/test-kit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../world/use-world.ts';
import { useSignedIn } from './signed-in.ts';

const provider = await startIdentityProvider();
const world = useWorld({
  settings: {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: 'a secret between two',
  },
});
const { company, open, visitSignedIn } = useSignedIn(world);

afterAll(() => provider.close());

const otherOrigin = provider.issuer;

/** What a person does on the page of the provider, and the answers that it leads back with. */
const answers = {
  Agree: () => ({}),
  Cancel: () => ({ code: undefined, error: 'access_denied' }),
  'Meet a fault': () => ({ code: undefined, error: 'server_error' }),
  'Come back to another sign-in': () => ({ state: randomUUID() }),
} as const satisfies Record<string, () => Record<string, string | undefined>>;

function linkTo(callback: URL, change: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(callback);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href.replaceAll('&', '&amp;');
}

/** The page of the provider is one of links: to where it leads a browser back. */
const serveProvider = (page: Page): Promise<unknown> =>
  page.context().route(`${provider.issuer}/authorize?*`, (route) => {
    const callback = new URL(provider.visit(route.request().url()), world().stack.baseUrl);
    const links = Object.entries(answers).map(
      ([word, change]) => `<p><a href="${linkTo(callback, change())}">${word}</a></p>`,
    );
    return route.fulfill({ contentType: 'text/html', body: `<h1>Provider</h1>${links.join('')}` });
  });

const goToProvider = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Sign in with the identity provider' }).click();

const answer = (page: Page, word: keyof typeof answers): Promise<void> =>
  page.getByRole('link', { name: word, exact: true }).click();

async function visitSignIn(path: string): Promise<Page> {
  const { page } = await open(world().stack.baseUrl, { otherOrigin });
  await serveProvider(page);
  await page.goto(path.replace('~', `/${company().issuePrefix}`));
  await page.getByRole('heading', { name: 'Sign in to Muster' }).waitFor();
  return page;
}

async function linkIdentity(): Promise<void> {
  const page = await visitSignedIn('/me', { otherOrigin });
  await serveProvider(page);
  await page.getByRole('button', { name: 'Link my identity' }).click();
  await answer(page, 'Agree');
  await page.getByRole('button', { name: 'Link my identity' }).waitFor();
  expect(new URL(page.url())).toMatchObject({ pathname: '/me', search: '' });
}

describe('an identity that a person has linked', () => {
  beforeAll(linkIdentity);

  it('signs in the person who has linked it, where they wanted to go, on this page alone', async () => {
    const page = await visitSignIn('~/goals');
    await goToProvider(page);
    await answer(page, 'Agree');
    await page.getByRole('heading', { name: 'Goals' }).waitFor();
    expect(page.url()).not.toContain('#');
    await page.getByText('live', { exact: true }).waitFor();
    // The cookie opens nothing without the half that the page keeps.
    const status = await page.evaluate(`fetch('/api/session').then(({ status }) => status)`);
    expect(status).toBe(401);
  });

  it.each(['Cancel', 'Meet a fault', 'Come back to another sign-in'] as const)(
    'leads back after "%s" to the ways in, and signs in the next time',
    async (word) => {
      const page = await visitSignIn('/sign-in');
      await goToProvider(page);
      await answer(page, word);
      const alert = page.getByRole('alert');
      await alert.filter({ hasText: 'Try again, or use another way' }).waitFor();
      await goToProvider(page);
      await answer(page, 'Agree');
      await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    },
  );
});

describe('an identity that is not linked', () => {
  it('signs in no person, and says where to link it', async () => {
    provider.person = { sub: randomUUID(), email: 'eve@example.com', name: 'Eve' };
    const page = await visitSignIn('/sign-in');
    await goToProvider(page);
    await answer(page, 'Agree');
    await page.getByRole('alert').filter({ hasText: 'once you have linked it' }).waitFor();
  });

  it('stays so where the person cancels, and says so on their page', async () => {
    const page = await visitSignedIn('/me', { otherOrigin });
    await serveProvider(page);
    await page.getByRole('button', { name: 'Link my identity' }).click();
    await answer(page, 'Cancel');
    await page.getByRole('alert').filter({ hasText: 'Try again' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/me');
  });
});
