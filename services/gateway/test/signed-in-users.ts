/** Board users who were invited, have a password and are signed in. */
import { gateway, issues } from '@muster/contracts';
import { randomUUID } from 'node:crypto';
import { openGateway, type TestGateway, type Request, type Response } from './open-gateway.ts';
import { subscriber } from './stubs.ts';

export const PASSWORD = 'correct horse battery staple';

export interface SignedInUser {
  readonly userId: string;
  readonly email: string;
  readonly cookie: string;
}

/** With an issues service that applies member events, so that invitations settle. */
export async function openGatewayWithIssues(
  env: Readonly<Record<string, string>> = {},
): Promise<TestGateway> {
  const server = await openGateway(env);
  const listening = await subscriber(issues, gateway)(server.stage.env);
  const close = async (): Promise<void> => {
    await server.close();
    await listening.stop();
  };
  return { ...server, close };
}

export const anEmail = (): string => `${randomUUID()}@example.com`;

/** The session cookie of an answer, as a browser sends it back. */
export const cookieOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

export const signIn = (
  server: Pick<TestGateway, 'call'>,
  email: string,
  password = PASSWORD,
): Promise<Response> =>
  server.call('POST /api/auth/sign-in/email', { token: '', body: { email, password } });

/** A member who was invited by the instance admin and has signed in. */
export async function signedInMember(
  server: Pick<TestGateway, 'call'>,
  companyId: string,
  fields: object = {},
): Promise<SignedInUser> {
  const email = anEmail();
  const invited = await server.call(`POST /api/companies/${companyId}/members`, {
    body: { email, ...fields },
  });
  return acceptAndSignIn(server, email, invited.body.invitation.acceptPath);
}

/** Invites a person with an account to a company; the person accepts. */
export async function joinAsUser(
  server: Pick<TestGateway, 'call' | 'url'>,
  companyId: string,
  person: SignedInUser,
  fields: object = {},
): Promise<Response> {
  const invited = await server.call(`POST /api/companies/${companyId}/members`, {
    body: { email: person.email, ...fields },
  });
  return asPage(server, person)(`POST /api/invitations/${invited.body.invitation.id}/accept`);
}

export async function acceptAndSignIn(
  server: Pick<TestGateway, 'call'>,
  email: string,
  acceptPath: string,
): Promise<SignedInUser> {
  const { body } = await server.call(`POST ${acceptPath}`, {
    token: '',
    body: { name: 'Ada Lovelace', password: PASSWORD },
  });
  const cookie = cookieOf(await signIn(server, email));
  return { userId: body.user.id, email, cookie };
}

/** Calls with the session cookie, as a page of the installation does. */
export const asPage =
  ({ call, url }: Pick<TestGateway, 'call' | 'url'>, { cookie }: Pick<SignedInUser, 'cookie'>) =>
  (line: string, { headers = {}, ...request }: Request = {}): Promise<Response> =>
    call(line, {
      ...request,
      token: '',
      headers: { cookie, origin: url, 'content-type': 'application/json', ...headers },
    });
