/** What is done to accounts and to the installation is listed, for administrators and for its user. */
import { expect, it, afterAll, beforeAll } from 'vitest';
import type { TestGateway } from './open-gateway.ts';
import {
  acceptAndSignIn,
  anEmail,
  asPage,
  openGatewayWithIssues,
  PASSWORD,
  signedInMember,
  signIn,
  type SignedInUser,
} from './signed-in-users.ts';

let server: TestGateway;
let companyId: string;
beforeAll(async () => {
  server = await openGatewayWithIssues();
  ({ companyId } = await server.stage.given.company());
});
afterAll(() => server.close());

interface AccountActivity {
  readonly id: string;
  readonly action: string;
  readonly userId: string | null;
  readonly actorName: string | null;
  readonly method: string | null;
  readonly subjectId: string | null;
  readonly address: string | null;
}

const ofUser = async (userId: string): Promise<AccountActivity[]> =>
  (await server.call(`GET /api/instance/activity?userId=${userId}`)).body;
const newest = async (limit = 20): Promise<AccountActivity[]> =>
  (await server.call(`GET /api/instance/activity?limit=${limit}`)).body;
const namesOf = (actions: readonly AccountActivity[]): string[] =>
  actions.map(({ action }) => action);
const own = (person: SignedInUser) => asPage(server, person);

it('lists what a person does to an account, newest first, and nothing secret of it', async () => {
  const person = await signedInMember(server, companyId);
  const page = own(person);
  const made = await page('POST /api/board-tokens', { body: { name: 'laptop' } });
  const { token, id } = made.body;
  await page(`DELETE /api/board-tokens/${id}`);
  await signIn(server, person.email, 'a wrong password of mine');
  await signIn(server, person.email);
  const [other] = (await page('GET /api/sessions')).body;
  await page(`DELETE /api/sessions/${other.id}`);
  await page('POST /api/auth/sign-out');
  const actions = await ofUser(person.userId);
  expect(namesOf(actions)).toEqual([
    'signed_out',
    'session_revoked',
    'signed_in',
    'sign_in_failed',
    'token_revoked',
    'token_created',
    'signed_in',
    'user_created',
  ]);
  expect(actions[2]).toMatchObject({
    userId: person.userId,
    userName: 'Ada Lovelace',
    actorName: 'Ada Lovelace',
    method: 'password',
    subjectId: other.id,
    address: '127.0.0.1',
  });
  expect(actions[3]).toMatchObject({ userId: person.userId, actorId: null, method: 'password' });
  const text = JSON.stringify(actions);
  for (const secret of [token, PASSWORD, 'a wrong password', person.email]) {
    expect(text).not.toContain(secret);
  }
});

it('lists a changed password, and one that was not changed for a wrong one', async () => {
  const person = await signedInMember(server, companyId);
  const change = (currentPassword: string) =>
    own(person)('POST /api/auth/change-password', {
      body: { currentPassword, newPassword: `${PASSWORD} two` },
    });
  await change('not the password');
  expect((await change(PASSWORD)).status).toBe(200);
  expect(namesOf(await ofUser(person.userId)).slice(0, 2)).toEqual([
    'password_changed',
    'password_change_failed',
  ]);
});

it('lists what administrators do to users, with who did it and once for each change', async () => {
  const email = anEmail();
  const invited = await server.call('POST /api/users', { body: { email } });
  const { userId } = await acceptAndSignIn(server, email, invited.body.acceptPath);
  const change = (body: object) => server.call(`PATCH /api/users/${userId}`, { body });
  await change({ instanceAdmin: true });
  await change({ instanceAdmin: true });
  await change({ disabled: true, instanceAdmin: false });
  await change({ disabled: false });
  const actions = await ofUser(userId);
  expect(namesOf(actions)).toEqual([
    'user_enabled',
    'user_disabled',
    'admin_revoked',
    'admin_granted',
    'signed_in',
    'user_created',
  ]);
  expect(actions[0]).toMatchObject({ actorName: 'admin', address: null });
  const invitation = (await newest()).find(({ action }) => action === 'user_invited');
  expect(invitation).toMatchObject({ userId: null, subjectId: invited.body.id });
});

it('lists the token of the environment, and an invitation that was taken back', async () => {
  expect(namesOf(await newest(500))).toContain('environment_token_set');
  const invited = await server.call('POST /api/users', { body: { email: anEmail() } });
  await server.call(`DELETE /api/instance-invitations/${invited.body.id}`);
  expect(namesOf(await newest(2))).toEqual(['invitation_revoked', 'user_invited']);
});

it('lists failures of no account without the words that were entered, and no more than a bound', async () => {
  const tries = Array.from({ length: 30 }, () => signIn(server, anEmail(), 'guess of a stranger'));
  await Promise.all(tries);
  const strangers = (await newest(500)).filter(
    ({ action, userId }) => action === 'sign_in_failed' && userId === null,
  );
  expect(strangers.length).toBeGreaterThan(0);
  expect(strangers.length).toBeLessThan(30);
  expect(strangers[0]).toMatchObject({ method: 'password', address: '127.0.0.1' });
  expect(JSON.stringify(strangers)).not.toContain('guess');
});

it('lists sign-ins by token and by link', async () => {
  const person = await signedInMember(server, companyId);
  const { token } = (await own(person)('POST /api/board-tokens', { body: {} })).body;
  const pageSecret = 'p'.repeat(43);
  const link = await server.call('POST /api/auth/sign-in-links', { token });
  const code = new URL(link.body.url).hash.slice(1);
  await server.call('POST /api/auth/sign-in/link', { token: '', body: { code, pageSecret } });
  await server.call('POST /api/auth/sign-in/token', { token: '', body: { token, pageSecret } });
  const actions = await ofUser(person.userId);
  expect(actions.slice(0, 3).map(({ action, method }) => [action, method])).toEqual([
    ['signed_in', 'token'],
    ['signed_in', 'link'],
    ['sign_in_link_created', null],
  ]);
});

it('shows everybody their own account and nobody else, and the whole to administrators alone', async () => {
  const person = await signedInMember(server, companyId);
  const other = await signedInMember(server, companyId);
  const seen: AccountActivity[] = (await own(person)('GET /api/me/activity')).body;
  expect(namesOf(seen)).toEqual(['signed_in', 'user_created']);
  expect(seen.every(({ userId }) => userId === person.userId)).toBe(true);
  const refused = await own(other)(`GET /api/instance/activity?userId=${person.userId}`);
  expect(refused.status).toBe(403);
});

it('goes on with a cursor, each action once', async () => {
  const whole = await newest(500);
  const paged: AccountActivity[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const answer = await server.call(`GET /api/instance/activity?limit=4${more}`);
    paged.push(...answer.body);
    cursor = answer.headers.get('next-cursor');
  }
  expect(paged.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
});
