/** A program makes itself known (RFC 7591). It is a public one: it gets an id and no secret. */
import { randomBytes } from 'node:crypto';
import type { Runtime } from '@muster/service-kit';
import type { ProtocolAnswer, ProtocolRequest } from '../../upstream/protocol-route.ts';
import { takeProgramStart } from '../sign-in/attempt-limits.ts';
import { ClientMetadata } from './domain/client-metadata.ts';
import { OauthFault } from './domain/oauth-fault.ts';
import { insertClient } from './store/clients.ts';

const ID_BYTES = 16;
const NAMELESS = 'A program without a name';

export const registerProgram =
  ({ db, log }: Pick<Runtime, 'db' | 'log'>) =>
  async ({ body, address }: ProtocolRequest): Promise<ProtocolAnswer> => {
    const { client_name: name = NAMELESS, redirect_uris: redirectUris } = read(body);
    await takeProgramStart(db, address);
    const id = `program_${randomBytes(ID_BYTES).toString('base64url')}`;
    if (!(await insertClient(db, { id, name, redirectUris }))) {
      log.warn({}, 'no more programs can register');
      throw new OauthFault('temporarily_unavailable', 'too many programs are registered here', 503);
    }
    return {
      status: 201,
      body: {
        client_id: id,
        client_id_issued_at: Math.floor(Date.now() / 1_000),
        client_name: name,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    };
  };

function read(body: string): ClientMetadata {
  const { data, error } = ClientMetadata.safeParse(jsonOf(body));
  if (data) return data;
  const isUri = error.issues.some(({ path }) => path[0] === 'redirect_uris');
  throw isUri
    ? new OauthFault(
        'invalid_redirect_uri',
        'redirect_uris are addresses with https, of the loopback, or with the scheme of an application',
      )
    : new OauthFault('invalid_client_metadata', 'this is not the description of a program');
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
