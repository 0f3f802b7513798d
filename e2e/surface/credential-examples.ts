/** Examples whose values are credentials: they are sent with credentials that were just made. */
import { randomUUID } from 'node:crypto';
import { composed } from '@muster/contracts';
import { askToJoin, inviteAgent } from '../fixtures/builders.ts';
import { cookieOf, invite } from '../fixtures/people.ts';
import type { Caller, Reply } from '../world/http-client.ts';
import type { World } from '../world/use-world.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Given {
  readonly world: World;
  readonly companyId: string;
  /** Of a board user. */
  readonly boardToken: string;
  /** The body of the example. */
  readonly example: Fields;
}

/** Each needs an identity provider, which the installation of the tests does not have. */
export const unsentExamples: Readonly<Record<string, string>> = {
  signInWithProvider: 'answers with a page of the provider',
  linkProvider: 'answers with a page of the provider',
  finishProviderSignIn: 'takes a code of the provider',
};

export const credentialExamples: Readonly<Record<string, (given: Given) => Promise<Reply>>> = {
  async signIn({ example, ...given }) {
    const email = await addUser(given, example['password']);
    return signInWith(given, { ...example, email });
  },
  signInWithToken: ({ world: { api }, boardToken: token, example }) =>
    api.as().post('/api/auth/sign-in/token', { ...example, token }),
  getSignInLink: async (given) =>
    given.world.api.as().get(LINK, { 'x-sign-in-code': await codeOfLink(given) }),
  signInWithLink: async (given) =>
    given.world.api.as().post(LINK, { ...given.example, code: await codeOfLink(given) }),
  async signOut(given) {
    const user = await signedIn(given, 'some words of a person who signs out');
    return user.post('/api/auth/sign-out', given.example);
  },
  async changePassword({ example, ...given }) {
    const user = await signedIn(given, example['currentPassword']);
    return user.post('/api/auth/change-password', example);
  },
  getInvite: async (given) =>
    given.world.api.as().get(`/api/invites/${await tokenOfInvite(given)}`),
  getOnboardingText: async (given) =>
    given.world.api.as().get(`/api/invites/${await tokenOfInvite(given)}/onboarding.txt`),
  async getUserInvitation({ world: { api, board }, companyId }) {
    const { token } = await invite(board, companyId);
    return api.as().get(`/api/user-invitations/${token}`);
  },
  async getJoinRequest({ world, companyId }) {
    const agentName = `Guest ${randomUUID()}`;
    const { joinRequestId, claimSecret } = await askToJoin(world, companyId, { agentName });
    const path = `/api/join-requests/${joinRequestId}`;
    return world.api.as().get(path, { 'x-claim-secret': claimSecret });
  },
};

const LINK = '/api/auth/sign-in/link';

type InCompany = Pick<Given, 'world' | 'companyId'>;

async function addUser({ world: { api, board }, companyId }: InCompany, password: unknown) {
  const { email, token } = await invite(board, companyId);
  await api.as().post(`/api/user-invitations/${token}/accept`, { name: 'Lin', password });
  return email;
}

const signInWith = ({ world }: Pick<Given, 'world'>, body: Fields): Promise<Reply> =>
  world.api.as().post('/api/auth/sign-in/email', body);

async function signedIn(given: InCompany, password: unknown): Promise<Caller> {
  const email = await addUser(given, password);
  return given.world.api.withCookie(cookieOf(await signInWith(given, { email, password })));
}

async function codeOfLink({ world: { api }, boardToken }: Given): Promise<string> {
  const { body } = await api.as(boardToken).post('/api/auth/sign-in-links');
  return new URL(composed.createSignInLink.output.parse(body).url).hash.slice(1);
}

const tokenOfInvite = async ({ world: { board }, companyId }: Given): Promise<string> =>
  (await inviteAgent(board, companyId)).token;
