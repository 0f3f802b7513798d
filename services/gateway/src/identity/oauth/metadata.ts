/** What programs read before they sign in: RFC 9728 of the interface, RFC 8414 of the server behind it. */
import type { ProtocolRequest, ProtocolAnswer } from '../../upstream/protocol-route.ts';
import type { TokenResource } from './domain/parameters.ts';
import { SCOPES, USUAL_SCOPES } from './domain/scopes.ts';

/** What `WWW-Authenticate` of a refused message names. */
export const resourceMetadataOf = (baseUrl: string): string =>
  `${baseUrl}/.well-known/oauth-protected-resource/mcp`;

export const protectedResource =
  (resource: TokenResource) =>
  async ({ baseUrl }: ProtocolRequest): Promise<ProtocolAnswer> => ({
    status: 200,
    body: {
      resource: `${baseUrl}/${resource}`,
      authorization_servers: [baseUrl],
      scopes_supported: USUAL_SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Muster',
      resource_documentation: `${baseUrl}/docs`,
    },
  });

export const authorizationServer = async ({
  baseUrl,
}: ProtocolRequest): Promise<ProtocolAnswer> => ({
  status: 200,
  body: {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    device_authorization_endpoint: `${baseUrl}/oauth/device_authorization`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', DEVICE_GRANT],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${baseUrl}/docs`,
  },
});

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
