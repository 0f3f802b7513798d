/** A key, and how a program that runs elsewhere uses it: all that is needed is on the board. */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packClient } from '@muster/client/pack';
import { agents } from '@muster/contracts';
import { expect, it } from 'vitest';
import { addAgent, addAgentWithKey } from '../fixtures/builders.ts';
import { addPerson, PASSWORD } from '../fixtures/people.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { useForeignProgram } from './foreign-program.ts';
import { runInPage } from './in-page.ts';
import type { ProgramResult } from './in-page/use-client.ts';
import { useSignedIn } from './signed-in.ts';

const world = useSharedWorld();
const { company, open, visitSignedIn } = useSignedIn(world);
const foreign = useForeignProgram();

it('a new key says how each program uses it, and when it was used first', async () => {
  const { board, api, stack } = world();
  const agent = await addAgent(board, company().id, { name: 'Remote' });
  const page = await visitSignedIn(`~/agents/${agent.urlKey}?view=access`);
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'The new key' });
  const { origin } = new URL(stack.baseUrl);
  await dialog.getByText(`claude mcp add --transport http muster ${origin}/mcp`).waitFor();
  for (const [program, says] of [
    ['Codex', 'bearer_token_env_var = "MUSTER_KEY"'],
    ['Gemini CLI', `"httpUrl": "${origin}/mcp"`],
    ['opencode', 'Bearer {env:MUSTER_KEY}'],
    ['curl', `curl -H @muster.header ${origin}/api/agents/me`],
    ['Python', 'urllib.request.urlopen'],
  ] as const) {
    await dialog.getByRole('radio', { name: program }).check();
    await dialog.getByText(says).waitFor();
  }
  await dialog.getByText('Waiting for its first call').waitFor();
  const token = await dialog.getByRole('textbox', { name: 'To copy' }).inputValue();
  expect(await dialog.getByRole('region', { name: 'Use it in' }).innerText()).not.toContain(token);
  const caller = api.as(token);
  expect(await caller.call(agents, 'getOwnAgent', {})).toMatchObject({ id: agent.id });
  await dialog.getByText(/Heard from it/).waitFor();
  await dialog.getByRole('button', { name: 'I have kept it' }).click();
  await dialog.waitFor({ state: 'detached' });
});

it('a board token says the same, for what a person may see', async () => {
  const page = await visitSignedIn('/me');
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Assistant');
  await page.getByRole('button', { name: 'Create the token' }).click();
  const dialog = page.getByRole('dialog', { name: 'The token' });
  await dialog.getByRole('radio', { name: 'curl' }).check();
  await dialog.getByText(/curl -H @muster.header .*\/api\/companies/).waitFor();
  const token = await dialog.getByRole('textbox', { name: 'To copy' }).inputValue();
  await world().api.as(token).call(agents, 'listCompanies', {});
  await dialog.getByText(/Heard from it/).waitFor();
});

const post = async (path: string, body: URLSearchParams | string) => {
  const { baseUrl } = world().stack;
  const response = await fetch(`${baseUrl}/oauth/${path}`, { method: 'POST', body });
  return (await response.json()) as Record<string, string>;
};

it('a program signs in without a key: its person sees who asks, and says how far it may go', async () => {
  const { baseUrl } = world().stack;
  const { email } = await addPerson(world(), company().id, { role: 'owner', name: 'Bea' });
  const redirect = `http://127.0.0.1:${foreign().port}/callback`;
  const registered = await post(
    'register',
    JSON.stringify({ client_name: 'A desktop program', redirect_uris: [redirect] }),
  );
  const client = { client_id: registered['client_id'] ?? '', redirect_uri: redirect };
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    ...client,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    // It comes back as it was sent.
    state: '1e5',
  }).toString();
  const { page } = await open(baseUrl, { otherOrigin: new URL(redirect).origin });
  await page.goto(`${baseUrl}/oauth/authorize?${query}`);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('A desktop program').waitFor();
  await page.getByText(`127.0.0.1:${foreign().port}`).waitFor();
  await page.getByLabel('It may').selectOption('read');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${redirect}?**`);
  const answer = new URL(page.url()).searchParams;
  expect(answer.get('state')).toBe('1e5');
  const exchanged = { ...client, code: answer.get('code') ?? '', code_verifier: verifier };
  const grant = { grant_type: 'authorization_code', ...exchanged };
  expect(await post('token', new URLSearchParams(grant))).toMatchObject({ scope: 'read' });
  await page.goto(`${baseUrl}/oauth/authorize?${query}`);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.waitForURL(`${redirect}?**`);
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');

  const device = await post('device_authorization', new URLSearchParams({ client_id: 'muster' }));
  await page.goto(device['verification_uri_complete'] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Muster command line').waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('The program has access now.').waitFor();
  await page.goto(`${baseUrl}/me`);
  await page.getByText('A desktop program').first().waitFor();
});

it('the packed client is a module that a browser loads as it is: it reads, writes once and follows', async () => {
  const folder = join(world().folder, 'client-in-browser');
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', await packClient(folder), '-C', folder]);
  const { exports } = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'));
  const { token } = await addAgentWithKey(world(), company().id, { name: 'Page' });
  const { page } = await open(world().stack.baseUrl);
  await page.route('**/client/**', (route) => {
    const [, path = ''] = new URL(route.request().url()).pathname.split('/client/');
    const body = readFileSync(join(folder, 'package', path), 'utf8');
    return route.fulfill({ body, contentType: 'text/javascript' });
  });
  await page.goto('/sign-in');
  const module = new URL(exports['.'].default, 'http://module/client/').pathname;
  const program = { module, token, companyId: company().id };
  const done = await runInPage<ProgramResult>(page, 'use-client', program);
  const [first, second] = done.written;
  expect(second).toBe(first);
  expect(done).toMatchObject({ company: 'Acme', heard: first });
});
