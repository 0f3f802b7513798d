/** The credential of a request, and the caller that it authenticates. */
import type { AgentActor, CredentialKind, TokenLimits, UserActor } from '@muster/contracts';

export interface Credential {
  readonly kind: CredentialKind;
  /**
   * Id of the stored credential whose last use is recorded; run tokens and the environment's token
   * have none.
   */
  readonly id?: string;
  readonly expiresAt: string | null;
  /** Of a board token, or of a session that comes from one. */
  readonly boardTokenId?: string;
  readonly limits?: TokenLimits;
  /** The part of the installation that it was given for; absent: all. */
  readonly resource?: 'api' | 'mcp';
}

export interface Caller {
  readonly actor: AgentActor | UserActor;
  readonly credential: Credential;
}
