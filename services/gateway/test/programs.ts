/** Programs of others that sign in by OAuth, and a gateway with pages, on which their person answers. */
import { createHash, randomBytes } from 'node:crypto';
import type { Runtime } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { expect } from 'vitest';
import type { BoardFiles } from '../src/board-files.ts';
import { openParts } from '../src/parts.ts';
import { gatewayService } from '../src/service.ts';
import { BOARD_TOKEN, clientAt, type Response, type TestGateway } from './open-gateway.ts';
import { asPage, type SignedInUser } from './signed-in-users.ts';

const pages: BoardFiles = { build: 'b1', page: () => undefined, asset: () => undefined };
const withPages: typeof gatewayService = {
  ...gatewayService,
  open: (base: Pick<Runtime, 'config' | 'log'>) => ({ ...openParts(base), board: () => pages }),
};

export async function openGatewayWithPages(
  env: Readonly<Record<string, string>> = {},
): Promise<TestGateway> {
  const stage = await openStage(withPages, {
    env: { PORT: '0', MUSTER_BOARD_TOKEN: BOARD_TOKEN, ...env },
  });
  const port = stage.service.port ?? 0;
  const url = `http://127.0.0.1:${port}`;
  return { stage, port, url, call: clientAt(url), close: () => stage.close() };
}

type Fields = Readonly<Record<string, string | undefined>>;

function formOf(fields: Fields): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.set(name, value);
  }
  return form.toString();
}

export const postForm = (
  { call }: Pick<TestGateway, 'call'>,
  path: string,
  fields: Fields,
): Promise<Response> =>
  call(`POST /oauth/${path}`, {
    token: '',
    raw: formOf(fields),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

export const REDIRECT = 'http://127.0.0.1:4711/callback';

export const register = ({ call }: Pick<TestGateway, 'call'>, fields: object = {}) =>
  call('POST /oauth/register', {
    token: '',
    body: { client_name: 'A model', redirect_uris: [REDIRECT], ...fields },
  });

/** A program with an id, and the secret by which it proves that it began. */
export async function aProgram(server: TestGateway, fields: object = {}) {
  const registered = await register(server, fields);
  expect(registered.status).toBe(201);
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const clientId: string = registered.body.client_id;
  const request = (others: Fields = {}) =>
    formOf({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: `${server.url}/mcp`,
      state: 'where it was',
      ...others,
    });
  const exchange = (code: string, others: Fields = {}) =>
    postForm(server, 'token', {
      grant_type: 'authorization_code',
      code,
      client_id: clientId,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
      resource: `${server.url}/mcp`,
      ...others,
    });
  const refresh = (token: string, others: Fields = {}) =>
    postForm(server, 'token', {
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id: clientId,
      ...others,
    });
  return { clientId, request, exchange, refresh };
}

export type TestProgram = Awaited<ReturnType<typeof aProgram>>;

export const askFor = (
  server: TestGateway,
  person: SignedInUser,
  question: Readonly<Record<string, string>>,
) => {
  const query = new URLSearchParams(question).toString();
  return asPage(server, person)(`GET /api/authorization-request?${query}`);
};

export const decide = (server: TestGateway, person: SignedInUser, body: object) =>
  asPage(server, person)('POST /api/authorization-request/decision', { body });

/** The code that the person's browser brings to the program. */
export async function allow(
  server: TestGateway,
  person: SignedInUser,
  request: string,
  limits: object = {},
): Promise<string> {
  const decided = await decide(server, person, { request, approve: true, ...limits });
  expect(decided.status).toBe(200);
  return new URL(decided.body.redirectTo).searchParams.get('code') ?? '';
}

/** What a program has that a person has allowed. */
export async function tokensOf(
  server: TestGateway,
  person: SignedInUser,
  limits: object = {},
  others: Fields = {},
) {
  const program = await aProgram(server);
  const code = await allow(server, person, program.request(others), limits);
  const { status, body } = await program.exchange(code, { resource: others['resource'] });
  expect(status).toBe(200);
  return { program, code, access: body.access_token as string, body };
}

export const callTool = ({ call }: TestGateway, token: string): Promise<Response> =>
  call('POST /mcp', { token, body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } });
