/**
 * Writes that make something are sent with an idempotency key, so that a call repeated after a lost
 * connection makes it once. A refusal is stored with the key too, but a model repeats a refused call
 * after it has changed what it was refused for: a stored refusal is decided anew, under the next key.
 */
import { createHash } from 'node:crypto';
import { Refusal, type AgentActor, type UserActor } from '@muster/contracts';
import type { Performed } from '../upstream/perform.ts';

/** Without a run, the same words may be meant anew after this time. */
const WINDOW_MS = 600_000;

export interface KeyedCall {
  readonly actor: AgentActor | UserActor;
  /** Of the stored credential; absent for a run token. */
  readonly credentialId: string | undefined;
  readonly tool: string;
  readonly input: unknown;
}

export function keysOf({ actor, credentialId, tool, input }: KeyedCall): (step: string) => string {
  const scope = actor.runId ?? [credentialId ?? actor.id, Math.floor(Date.now() / WINDOW_MS)];
  const text = JSON.stringify([scope, tool, input]);
  const hash = createHash('sha256').update(text).digest('base64url');
  return (step) => `mcp:${hash}:${step}`;
}

/** Refused attempts of one call whose answers are stored. */
const REFUSED_MAX = 10;

export async function makeOnce<Answer>(
  key: string,
  make: (options: { readonly idempotencyKey: string }) => Promise<Performed<Answer>>,
): Promise<Performed<Answer>> {
  for (let refused = 0; ; refused += 1) {
    try {
      return await make({ idempotencyKey: `${key}:${refused}` });
    } catch (error) {
      const isStored = error instanceof Refusal && error.isReplayed;
      if (!isStored || refused === REFUSED_MAX) throw error;
    }
  }
}
