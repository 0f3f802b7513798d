/** Examples whose values are credentials: they are sent with credentials that were just made. */
import { randomBytes, randomUUID } from 'node:crypto';
import { composed } from '@muster/contracts';
import type { IdentityProvider } from '@muster/test-kit';
import { addIssue, askToJoin, inviteAgent } from '../fixtures/builders.ts';
import { cookieOf, invite } from '../fixtures/people.ts';
import type { Caller, Reply } from '../world/http-client.ts';
import type { World } from '../world/use-world.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Given {
  readonly world: World;
  readonly companyId: string;
  /** Of a board user. */
  readonly boardToken: string;
  /** At which the people of the installation sign in. */
  readonly provider: IdentityProvider;
  /** The body of the example. */
  readonly example: Fields;
}

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
  getAuthorizationRequest: async ({ world, boardToken }) =>
    world.api.as(boardToken).get(`/api/authorization-request?userCode=${await typedCode(world)}`),
  decideAuthorizationRequest: async ({ world, boardToken, example }) =>
    world.api.as(boardToken).post('/api/authorization-request/decision', {
      ...example,
      userCode: await typedCode(world),
    }),
  async signOut(given) {
    const user = await signedIn(given, 'some words of a person who signs out');
    return user.post('/api/auth/sign-out', given.example);
  },
  async changePassword({ example, ...given }) {
    const user = await signedIn(given, example['currentPassword']);
    return user.post('/api/auth/change-password', example);
  },
  async linkProvider({ example, ...given }) {
    const user = await signedIn(given, 'some words of a person who links');
    return user.post(LINK_PROVIDER, example);
  },
  async finishProviderSignIn(given) {
    const { api } = given.world;
    const password = 'some words of a person who comes back';
    const email = await addUser(given, password);
    const cookie = cookieOf(await signInWith(given, { email, password }));
    given.provider.person = { sub: `subject of ${email}`, email, name: 'Lin' };
    await comeBack(given, await api.withCookie(cookie).post(LINK_PROVIDER, {}), cookie);
    const pageSecret = randomBytes(32).toString('base64url');
    return comeBack(given, await api.as().post('/api/auth/sign-in/oidc', { pageSecret }));
  },
  getInvite: async (given) =>
    given.world.api.as().get(`/api/invites/${await tokenOfInvite(given)}`),
  getOnboardingText: async (given) =>
    given.world.api.as().get(`/api/invites/${await tokenOfInvite(given)}/onboarding.txt`),
  async getUserInvitation({ world: { api, board }, companyId }) {
    const { token } = await invite(board, companyId);
    return api.as().get(`/api/user-invitations/${token}`);
  },
  async openFileAddress({ world: { api, board }, companyId }) {
    const { id } = await addIssue(board, companyId);
    const file = await board.post(`/api/issues/${id}/files?name=report.pdf`);
    const fileId = (file.body as { id: string }).id;
    const { body } = await board.get(`/api/files/${fileId}/address`);
    return api.as().get(new URL((body as { url: string }).url).pathname);
  },
  async getJoinRequest({ world, companyId }) {
    const agentName = `Guest ${randomUUID()}`;
    const { joinRequestId, claimSecret } = await askToJoin(world, companyId, { agentName });
    const path = `/api/join-requests/${joinRequestId}`;
    return world.api.as().get(path, { 'x-claim-secret': claimSecret });
  },
};

const LINK = '/api/auth/sign-in/link';
const LINK_PROVIDER = '/api/auth/link/oidc';

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

/** Follows the redirect to the provider and back, as the browser does that has begun. */
function comeBack({ world, provider }: Given, begun: Reply, cookie = ''): Promise<Reply> {
  const { url } = composed.signInWithProvider.output.parse(begun.body);
  const cookies = [cookie, cookieOf(begun)].filter(Boolean).join('; ');
  return world.api.as().get(provider.visit(url), { cookie: cookies });
}

async function codeOfLink({ world: { api }, boardToken }: Given): Promise<string> {
  const { body } = await api.as(boardToken).post('/api/auth/sign-in-links');
  return new URL(composed.createSignInLink.output.parse(body).url).hash.slice(1);
}

/** What a command line shows to its person. */
async function typedCode({ stack }: World): Promise<string> {
  const response = await fetch(`${stack.baseUrl}/oauth/device_authorization`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'muster' }),
  });
  return ((await response.json()) as { user_code: string }).user_code;
}

const tokenOfInvite = async ({ world: { board }, companyId }: Given): Promise<string> =>
  (await inviteAgent(board, companyId)).token;
