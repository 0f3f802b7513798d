/** The endpoint that gives tokens: for a code, for a refresh token, for the code of a device. */
import { newId, type Runtime } from '@muster/service-kit';
import type { Signals } from '../../local-signals.ts';
import type { ProtocolAnswer, ProtocolRequest } from '../../upstream/protocol-route.ts';
import { makeToken, parseToken } from '../authentication/token.ts';
import { OauthFault } from './domain/oauth-fault.ts';
import {
  answersChallenge,
  parameter,
  readParameters,
  resourceIn,
  type Parameters,
} from './domain/parameters.ts';
import { scopeOf } from './domain/scopes.ts';
import { DEVICE_GRANT } from './metadata.ts';
import { noteReplay, pollDevice, useCode } from './store/authorizations.ts';
import {
  endGrant,
  endReusedGrant,
  insertGrant,
  refreshGrant,
  type Granted,
} from './store/grants.ts';

/** A token that a model's program has lost is worth little for long. */
const ACCESS_SECONDS = 3_600;

export interface TokenContext {
  readonly runtime: Pick<Runtime, 'db' | 'log'>;
  readonly signals: Signals;
}

export const exchangeToken =
  (context: TokenContext) =>
  async ({ body, baseUrl }: ProtocolRequest): Promise<ProtocolAnswer> => {
    const form = readParameters(body);
    const granted = await grantsOf(context, form, baseUrl);
    return { status: 200, body: granted };
  };

function grantsOf(context: TokenContext, form: Parameters, baseUrl: string): Promise<object> {
  const type = parameter(form, 'grant_type');
  if (type === 'authorization_code') return byCode(context, form, baseUrl);
  if (type === 'refresh_token') return byRefreshToken(context, form, baseUrl);
  if (type === DEVICE_GRANT) return byDevice(context, form);
  throw new OauthFault('unsupported_grant_type', 'this server has no such grant_type');
}

async function byCode(context: TokenContext, form: Parameters, baseUrl: string): Promise<object> {
  const { db } = context.runtime;
  const [clientId, redirectUri] = [parameter(form, 'client_id'), parameter(form, 'redirect_uri')];
  const verifier = parameter(form, 'code_verifier');
  const resource = resourceIn(form, baseUrl);
  const code = parseToken('code', parameter(form, 'code'));
  if (!code) throw notValid('the code');
  const used = await useCode(db, code);
  if (!used) {
    await endReplayed(context, await noteReplay(db, code));
    throw notValid('the code');
  }
  const isBound =
    used.clientId === clientId &&
    used.redirectUri === redirectUri &&
    used.challenge !== null &&
    answersChallenge(verifier, used.challenge);
  if (!isBound) throw notValid('the code');
  if ((resource ?? used.resource) !== used.resource) {
    throw new OauthFault('invalid_target', 'the code is for another resource');
  }
  return grant(context, used.id, ACCESS_SECONDS);
}

/** Who shows a code again has copied it, or the one before has. */
async function endReplayed(
  { runtime: { db, log }, signals }: TokenContext,
  replayed: { tokenId: string | null; userId: string } | undefined,
): Promise<void> {
  if (!replayed) return;
  log.warn(replayed, 'the code of a program was used again');
  if (replayed.tokenId !== null) await endGrant(db, replayed.tokenId);
  signals.emit('callerChanged', replayed.userId);
}

async function byRefreshToken(
  { runtime: { db, log }, signals }: TokenContext,
  form: Parameters,
  baseUrl: string,
): Promise<object> {
  const shown = parseToken('refresh', parameter(form, 'refresh_token'));
  const clientId = parameter(form, 'client_id');
  const resource = resourceIn(form, baseUrl);
  if (!shown) throw notValid('the refresh token');
  const { token, ...access } = makeToken('oauth');
  const { token: refreshToken, ...refresh } = makeToken('refresh', shown.lookup);
  const renewed = await refreshGrant(db, {
    shown,
    clientId,
    resource,
    access,
    refresh,
    accessSeconds: ACCESS_SECONDS,
  });
  if (renewed) {
    signals.emit('callerChanged', renewed.userId);
    return answerOf(renewed, token, refreshToken);
  }
  const ended = await endReusedGrant(db, shown);
  if (ended) {
    log.warn(ended, 'a refresh token was used again, its token is revoked');
    signals.emit('callerChanged', ended.userId);
  }
  throw notValid('the refresh token');
}

/** A command line keeps one token until it ends: a second one beside it would protect nothing. */
async function byDevice(context: TokenContext, form: Parameters): Promise<object> {
  const code = parseToken('device', parameter(form, 'device_code'));
  const clientId = parameter(form, 'client_id');
  const polled = code && (await pollDevice(context.runtime.db, code, clientId));
  if (!polled) throw notValid('the device_code');
  if (polled.isExpired) throw new OauthFault('expired_token', 'nobody has answered in time');
  if (polled.isRefused) throw new OauthFault('access_denied', 'the person has refused');
  if (polled.isAllowed) {
    return grant(context, polled.id, polled.resource === 'api' ? null : ACCESS_SECONDS);
  }
  if (polled.isHasty) throw new OauthFault('slow_down', 'ask less often');
  throw new OauthFault('authorization_pending', 'the person has not answered yet');
}

async function grant(
  { runtime: { db, log } }: TokenContext,
  authorizationId: string,
  accessSeconds: number | null,
): Promise<object> {
  const { token, ...access } = makeToken('oauth');
  const made = accessSeconds === null ? undefined : makeToken('refresh');
  const refresh = made && { lookup: made.lookup, secretHash: made.secretHash };
  const secrets = { access, refresh, accessSeconds };
  const granted = await insertGrant(db, { tokenId: newId(), authorizationId, ...secrets });
  if (!granted) throw notValid('the code');
  log.info({ tokenId: granted.tokenId, userId: granted.userId }, 'a program has got a token');
  return answerOf(granted, token, made?.token);
}

const answerOf = (
  { expiresInSeconds, ...limits }: Granted,
  token: string,
  refreshToken: string | undefined,
): object => ({
  access_token: token,
  token_type: 'Bearer',
  expires_in: expiresInSeconds,
  ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
  scope: scopeOf(limits),
});

/** Not which part of it was right. */
const notValid = (what: string): OauthFault =>
  new OauthFault('invalid_grant', `${what} is unknown, used, expired or of another program`);
