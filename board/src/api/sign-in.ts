/** The ways in. Each gives the second part of the session that it opens. */
import { send } from './call.ts';
import { pageSecret } from './page-secret.ts';

export interface LinkOwner {
  readonly user: { readonly name: string; readonly email: string | null };
  readonly expiresAt: string;
  /** Of a sign-in at a provider that this page began: no other page can use it. */
  readonly boundToPage?: boolean;
}

const post = (path: string, fields: Record<string, string>): Promise<Response> =>
  send({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });

const signIn = async (way: string, fields: Record<string, string>): Promise<void> => {
  await post(`/api/auth/sign-in/${way}`, { ...fields, pageSecret: pageSecret() });
};

export const signInWithPassword = (email: string, password: string): Promise<void> =>
  signIn('email', { email, password });
export const signInWithToken = (token: string): Promise<void> => signIn('token', { token });
export const signInWithLink = (code: string): Promise<void> => signIn('link', { code });

/** Whom a link signs in; asking does not use it up. */
export async function ownerOfLink(code: string): Promise<LinkOwner> {
  const response = await fetch('/api/auth/sign-in/link', {
    headers: { accept: 'application/json', 'x-sign-in-code': code },
  });
  if (!response.ok) throw new Error('unknown link');
  return response.json();
}

export async function signOut(): Promise<void> {
  await post('/api/auth/sign-out', {});
}
