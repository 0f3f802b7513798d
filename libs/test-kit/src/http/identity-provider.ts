/** A minimal OpenID provider that signs in the person set by the test. */
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  /** The person who signs in. */
  person: { sub: string; email: string; name: string };
  /** The callback that the provider redirects a browser to. */
  visit(url: string): string;
  close(): Promise<void>;
}

const KID = 'the-only-key';
const HOUR_SECONDS = 3_600;

interface Code {
  readonly person: IdentityProvider['person'];
  readonly nonce: string | null;
  readonly challenge: string | null;
}

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const codes = new Map<string, Code>();
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const tokenFor = ({ person, nonce }: Code): string => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      ...person,
      nonce,
      iss: provider.issuer,
      aud: provider.clientId,
      iat: now,
      exp: now + HOUR_SECONDS,
      email_verified: true,
    };
    const body = `${encode({ alg: 'RS256', kid: KID, typ: 'JWT' })}.${encode(claims)}`;
    return `${body}.${sign('sha256', Buffer.from(body), privateKey).toString('base64url')}`;
  };
  const exchange = async (request: IncomingMessage): Promise<object | undefined> => {
    const fields = new URLSearchParams(await textOf(request));
    const code = codes.get(fields.get('code') ?? '');
    const verifier = fields.get('code_verifier') ?? '';
    const proof = createHash('sha256').update(verifier).digest('base64url');
    if (!code || code.challenge !== proof) return undefined;
    return {
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: HOUR_SECONDS,
      id_token: tokenFor(code),
    };
  };
  const server = createServer((request, response) => {
    const answers: Record<string, () => object | Promise<object | undefined>> = {
      '/.well-known/openid-configuration': () => ({
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
      }),
      '/keys': () => ({
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KID, alg: 'RS256', use: 'sig' }],
      }),
      '/token': () => exchange(request),
    };
    void reply(response, answers[request.url ?? '']);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const provider: IdentityProvider = {
    issuer: `http://127.0.0.1:${port}`,
    clientId: 'muster',
    person: { sub: randomUUID(), email: 'ada@example.com', name: 'Ada' },
    visit(url) {
      const params = new URL(url).searchParams;
      const code = randomUUID();
      codes.set(code, {
        person: provider.person,
        nonce: params.get('nonce'),
        challenge: params.get('code_challenge'),
      });
      const back = new URL(params.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', params.get('state') ?? '');
      return back.pathname + back.search;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return provider;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function reply(
  response: ServerResponse,
  make: (() => object | Promise<object | undefined>) | undefined,
): Promise<void> {
  const body = await make?.();
  response.writeHead(body ? 200 : 400, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body ?? { error: 'invalid_grant' }));
}
