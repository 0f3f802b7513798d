/**
 * `POST /mcp`. Only a bearer token counts here, and never that of the environment: what a model holds is
 * worth whatever a comment talks the model into. The library is loaded by the first call.
 */
import { Refusal } from '@muster/contracts';
import type { Logger } from '@muster/service-kit';
import type { Origins } from '../identity/authentication/origin.ts';
import type { CallContext, ComposedCall } from '../upstream/composed-call.ts';

export interface McpOptions {
  readonly log: Logger;
  readonly origins: Origins;
}

export const callMcp =
  ({ log, origins }: McpOptions): ComposedCall =>
  async (message, call) => {
    requireBearerToken(call);
    origins.requireOwnOriginIfGiven(call.client.headers);
    const { serveMcp } = await import('./serve-mcp.ts');
    return serveMcp(log, message, call);
  };

function requireBearerToken({ client: { credential } }: CallContext): void {
  if (!credential || credential.kind === 'session') throw new Refusal('unauthenticated');
  if (credential.kind === 'board_token' && credential.id === undefined) {
    throw new Refusal('environment_token_refused');
  }
}
