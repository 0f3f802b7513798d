/** A program gives its token back (RFC 7009). An unknown one is as good as given back. */
import type { ProtocolAnswer, ProtocolRequest } from '../../upstream/protocol-route.ts';
import { parseToken } from '../authentication/token.ts';
import { parameter, readParameters } from './domain/parameters.ts';
import { endGrantOf } from './store/grants.ts';
import type { TokenContext } from './token.ts';

export const revokeToken =
  ({ runtime: { db, log }, signals }: TokenContext) =>
  async ({ body }: ProtocolRequest): Promise<ProtocolAnswer> => {
    const token = parameter(readParameters(body), 'token');
    const access = parseToken('oauth', token);
    const refresh = parseToken('refresh', token);
    const ended = access
      ? await endGrantOf(db, 'access', access)
      : refresh && (await endGrantOf(db, 'refresh', refresh));
    if (ended) {
      log.info(ended, 'a program has given its token back');
      signals.emit('callerChanged', ended.userId);
    }
    return { status: 200, body: {} };
  };
