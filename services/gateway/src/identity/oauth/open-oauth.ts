/** Opens sign-in for programs of others. Their person answers on a page, so it needs the pages. */
import { egressOptionsOf, openEgress } from '@muster/egress';
import type { Runtime } from '@muster/service-kit';
import type { GatewayConfig } from '../../config.ts';
import type { Signals } from '../../local-signals.ts';
import type { ComposedCall } from '../../upstream/composed-call.ts';
import type { ProtocolRoute } from '../../upstream/protocol-route.ts';
import { decideAuthorizationRequest, getAuthorizationRequest } from './consent-calls.ts';
import { authorizeDevice } from './device.ts';
import { authorizationServer, protectedResource } from './metadata.ts';
import { openPrograms } from './programs.ts';
import { registerProgram } from './register.ts';
import { revokeToken } from './revoke.ts';
import { exchangeToken } from './token.ts';

export interface Oauth {
  readonly calls: Readonly<
    Record<'getAuthorizationRequest' | 'decideAuthorizationRequest', ComposedCall>
  >;
  readonly routes: readonly ProtocolRoute[];
  close(): Promise<void>;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

export function openOauth(runtime: Runtime, config: GatewayConfig, signals: Signals): Oauth {
  const egress = openEgress(egressOptionsOf(config));
  const findProgram = openPrograms(runtime.db, egress);
  const context = { runtime, signals };
  const get = (name: string, path: string, answer: ProtocolRoute['answer']): ProtocolRoute => ({
    method: 'GET',
    name,
    path,
    answer,
  });
  const post = (name: string, path: string, answer: ProtocolRoute['answer']): ProtocolRoute => ({
    method: 'POST',
    name,
    path: `/oauth/${path}`,
    answer,
  });
  return {
    calls: {
      getAuthorizationRequest: getAuthorizationRequest(runtime, findProgram),
      decideAuthorizationRequest: decideAuthorizationRequest(runtime, findProgram),
    },
    routes: [
      get('getProtectedResource', WELL_KNOWN, protectedResource('mcp')),
      get('getProtectedResource', `${WELL_KNOWN}/mcp`, protectedResource('mcp')),
      get('getProtectedResource', `${WELL_KNOWN}/api`, protectedResource('api')),
      get('getAuthorizationServer', '/.well-known/oauth-authorization-server', authorizationServer),
      post('registerProgram', 'register', registerProgram(runtime)),
      post('exchangeToken', 'token', exchangeToken(context)),
      post('revokeProgramToken', 'revoke', revokeToken(context)),
      post('authorizeDevice', 'device_authorization', authorizeDevice(runtime, findProgram)),
    ],
    close: egress.close,
  };
}
