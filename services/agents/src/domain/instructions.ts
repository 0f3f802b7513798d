/** Stored instructions: what a text may hold, and what is shown where there is none. */
import { Refusal, secretPaths, type Instructions } from '@muster/contracts';

/** An agent that has never had instructions. */
export const noInstructions = (agentId: string): Instructions => ({
  agentId,
  version: 0,
  body: null,
  bytes: 0,
  sha256: null,
  createdByAgentId: null,
  createdByUserId: null,
  createdAt: null,
});

/** All agents of the company read instructions, and so does the provider of the agent's model. */
export function requireNoSecret(body: string | null): void {
  if (secretPaths({ body }).length > 0) throw new Refusal('secret_in_text', { field: 'body' });
}
