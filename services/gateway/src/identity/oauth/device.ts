/** A program without a browser asks for a code that a person types (RFC 8628). */
import { newId, type Runtime } from '@muster/service-kit';
import type { ProtocolAnswer, ProtocolRequest } from '../../upstream/protocol-route.ts';
import { makeToken } from '../authentication/token.ts';
import { takeProgramStart } from '../sign-in/attempt-limits.ts';
import { userCodeHash } from './asked.ts';
import { OauthFault } from './domain/oauth-fault.ts';
import { parameter, readParameters, resourceIn } from './domain/parameters.ts';
import { makeUserCode } from './domain/user-code.ts';
import type { FindProgram } from './programs.ts';
import { DEVICE_SECONDS, insertDevice, POLL_SECONDS } from './store/authorizations.ts';

export const authorizeDevice =
  ({ db }: Pick<Runtime, 'db'>, findProgram: FindProgram) =>
  async ({ body, address, baseUrl }: ProtocolRequest): Promise<ProtocolAnswer> => {
    const form = readParameters(body);
    const resource = resourceIn(form, baseUrl) ?? 'mcp';
    await takeProgramStart(db, address);
    const program = await findProgram(parameter(form, 'client_id'));
    if (!program) throw new OauthFault('invalid_client', 'this program is not registered', 401);
    const { token: deviceCode, ...code } = makeToken('device');
    const userCode = makeUserCode();
    await insertDevice(db, {
      id: newId(),
      clientId: program.id,
      clientName: program.name,
      resource,
      scope: form.get('scope') ?? null,
      code,
      userCodeHash: userCodeHash(userCode),
    });
    return {
      status: 200,
      body: {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: `${baseUrl}/oauth/device`,
        verification_uri_complete: `${baseUrl}/oauth/device?user_code=${userCode}`,
        expires_in: DEVICE_SECONDS,
        interval: POLL_SECONDS,
      },
    };
  };
