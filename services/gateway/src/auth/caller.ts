/** Who stands behind a credential. */
import type { AgentActor, UserActor } from '@muster/contracts';

export interface Caller {
  readonly actor: AgentActor | UserActor;
  /** The agent's key that was shown, where it was one. */
  readonly keyId?: string;
}
