/** People of the board: invited, with a password of their own, and signed in by cookie. */
import { randomUUID } from 'node:crypto';
import { composed, gateway } from '@muster/contracts';
import type { Call } from '@muster/contracts';
import type { Api, Caller, Reply } from './api.ts';
import { Unexpected } from './api.ts';

export const PASSWORD = 'correct horse battery staple';

export type Person = {
  userId: string;
  email: string;
  /** Signs in anew, with a session of its own. */
  signIn(): Promise<Caller>;
};

type Invited = Partial<Call<typeof gateway, 'addMember'>>;

/** The session's cookie of an answer, as a browser would send it back. */
export const cookieOf = ({ headers }: Reply): string =>
  headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ');

export async function invite(
  board: Caller,
  companyId: string,
  fields: Invited = {},
): Promise<{ email: string; token: string }> {
  const email = fields.email ?? `${randomUUID()}@example.com`;
  const { invitation } = await board.call(gateway, 'addMember', { ...fields, companyId, email });
  return { email, token: invitation?.token ?? '' };
}

export async function addPerson(
  { api, board }: { api: Api; board: Caller },
  companyId: string,
  fields: Invited = {},
): Promise<Person> {
  const { email, token } = await invite(board, companyId, fields);
  const path = `/api/user-invitations/${token}/accept`;
  const body = { name: 'Ada Lovelace', password: PASSWORD };
  const reply = await api.as().post(path, body);
  if (reply.status !== 201) throw new Unexpected({ method: 'POST', path }, reply);
  const { user } = composed.acceptUserInvitation.output.parse(reply.body);
  return { userId: user.id, email, signIn: () => signIn(api, email) };
}

export async function signIn(api: Api, email: string): Promise<Caller> {
  const path = '/api/auth/sign-in/email';
  const reply = await api.as().post(path, { email, password: PASSWORD });
  if (reply.status !== 200) throw new Unexpected({ method: 'POST', path }, reply);
  return api.withCookie(cookieOf(reply));
}
