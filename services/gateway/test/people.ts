/** People of the board as a door knows them: invited, with a password, and signed in. */
import { gateway, issues } from '@muster/contracts';
import { randomUUID } from 'node:crypto';
import { openDoor, type OpenDoor, type Request, type Response } from './open-door.ts';
import { hears } from './stand-in.ts';

export const PASSWORD = 'correct horse battery staple';

export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly cookie: string;
}

/** Beside it issues, which hear who is a member: whoever invites is answered then. */
export async function openDoorForPeople(
  env: Readonly<Record<string, string>> = {},
): Promise<OpenDoor> {
  const door = await openDoor(env);
  const listening = await hears(issues, gateway)(door.stage.env);
  const close = async (): Promise<void> => {
    await door.close();
    await listening.stop();
  };
  return { ...door, close };
}

export const anEmail = (): string => `${randomUUID()}@example.com`;

/** The session's cookie of an answer, as a browser would send it back. */
export const cookieOf = ({ headers }: Response): string =>
  headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ');

export const signIn = (
  door: Pick<OpenDoor, 'call'>,
  email: string,
  password = PASSWORD,
): Promise<Response> =>
  door.call('POST /api/auth/sign-in/email', { token: '', body: { email, password } });

/** Somebody who was invited by the instance admin and has signed in. */
export async function personIn(
  door: Pick<OpenDoor, 'call'>,
  companyId: string,
  fields: object = {},
): Promise<Person> {
  const email = anEmail();
  const invited = await door.call(`POST /api/companies/${companyId}/members`, {
    body: { email, ...fields },
  });
  return becomeUser(door, email, invited.body.invitation.acceptPath);
}

export async function becomeUser(
  door: Pick<OpenDoor, 'call'>,
  email: string,
  acceptPath: string,
): Promise<Person> {
  const { body } = await door.call(`POST ${acceptPath}`, {
    token: '', body: { name: 'Ada Lovelace', password: PASSWORD },
  });
  const cookie = cookieOf(await signIn(door, email));
  return { userId: body.user.id, email, cookie };
}

/** Calls as a page of this installation does, with the cookie. */
export const asPage = (
  { call, url }: Pick<OpenDoor, 'call' | 'url'>,
  { cookie }: Pick<Person, 'cookie'>,
) =>
  (line: string, { headers = {}, ...request }: Request = {}): Promise<Response> =>
    call(line, {
      ...request,
      token: '',
      headers: { cookie, origin: url, 'content-type': 'application/json', ...headers },
    });
