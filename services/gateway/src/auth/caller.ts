/** Who stands behind a credential, and what credential it was. */
import type { AgentActor, CredentialKind, UserActor } from '@muster/contracts';

export interface Credential {
  readonly kind: CredentialKind;
  /** The row behind it; a run's token and the environment's have none that notes their use. */
  readonly id?: string;
  readonly expiresAt: string | null;
}

export interface Caller {
  readonly actor: AgentActor | UserActor;
  readonly credential: Credential;
}
