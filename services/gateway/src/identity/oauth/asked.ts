/** What a program asks a person for, read anew for the page that asks and for the answer. */
import { Refusal, type TokenLimits } from '@muster/contracts';
import type { Db } from '@muster/service-kit';
import { hashSecret } from '../../upstream/secret-hash.ts';
import { OauthFault, type OauthErrorCode } from './domain/oauth-fault.ts';
import {
  challengeIn,
  parameter,
  readParameters,
  resourceIn,
  type Parameters,
  type TokenResource,
} from './domain/parameters.ts';
import { isRegistered, redirectTo } from './domain/redirect-uris.ts';
import { limitsAskedBy } from './domain/scopes.ts';
import { userCodeIn } from './domain/user-code.ts';
import type { FindProgram, Program } from './programs.ts';
import { findWaitingDevice } from './store/authorizations.ts';

export interface Asked {
  readonly program: Pick<Program, 'id' | 'name' | 'host'>;
  readonly resource: TokenResource;
  readonly suggested: Pick<TokenLimits, 'readOnly' | 'mayDecide'>;
  readonly way: BrowserWay | DeviceWay;
}

export interface BrowserWay {
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly challenge: string;
}

export interface DeviceWay {
  readonly deviceId: string;
}

export interface Question {
  /** The query of the authorization request, as the program has sent it. */
  readonly request?: string | undefined;
  readonly userCode?: string | undefined;
}

export async function readAsked(
  { db, findProgram, baseUrl }: { db: Db; findProgram: FindProgram; baseUrl: string },
  { request, userCode }: Question,
): Promise<Asked> {
  if (userCode !== undefined) return askedByDevice(db, userCode);
  const parameters = orRefuse(() => readParameters(request ?? ''));
  const clientId = orRefuse(() => parameter(parameters, 'client_id'));
  const program = await findProgram(clientId);
  if (!program) throw refused('invalid_client', 'this program is not registered here');
  const redirectUri = redirectUriOf(program, parameters);
  const state = parameters.get('state');
  const back = { iss: baseUrl, state };
  return orRefuse(
    () => ({
      program,
      ...askedFor(parameters, baseUrl),
      way: { redirectUri, state, challenge: challengeIn(parameters) },
    }),
    (error) => redirectTo(redirectUri, { error, ...back }),
  );
}

/** A person is led only where the program has said before, whatever else is wrong. */
function redirectUriOf({ redirectUris }: Program, parameters: Parameters): string {
  const [only, another] = redirectUris;
  const given = parameters.get('redirect_uri') ?? (another === undefined ? only : undefined);
  if (given !== undefined && isRegistered(redirectUris, given)) return given;
  throw refused('invalid_redirect_uri', 'the program has not registered this redirect_uri');
}

function askedFor(parameters: Parameters, baseUrl: string): Pick<Asked, 'resource' | 'suggested'> {
  if (parameter(parameters, 'response_type') !== 'code') {
    throw new OauthFault('unsupported_response_type', 'response_type has to be code');
  }
  if ((parameters.get('response_mode') ?? 'query') !== 'query') {
    throw new OauthFault('invalid_request', 'response_mode has to be query');
  }
  return {
    resource: resourceIn(parameters, baseUrl) ?? 'mcp',
    suggested: limitsAskedBy(parameters.get('scope')),
  };
}

async function askedByDevice(db: Db, userCode: string): Promise<Asked> {
  const found = await findWaitingDevice(db, userCodeHash(userCode));
  if (!found) throw new Refusal('user_code_not_found');
  return {
    program: { id: found.clientId, name: found.clientName, host: null },
    resource: found.resource,
    suggested: limitsAskedBy(found.scope),
    way: { deviceId: found.id },
  };
}

export const userCodeHash = (typed: string): Buffer => hashSecret(userCodeIn(typed));

/** A fault in a request is shown to the person, who goes back to the program by a click. */
function orRefuse<Read>(read: () => Read, backWith?: (error: OauthErrorCode) => string): Read {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof OauthFault)) throw error;
    throw refused(error.error, error.message, backWith?.(error.error));
  }
}

const refused = (error: OauthErrorCode, message: string, back: string | null = null): Refusal =>
  new Refusal('authorization_request_invalid', { error, message, redirectTo: back });
