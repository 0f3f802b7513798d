/**
 * Writes that make something are sent with an idempotency key, so that a call repeated after a lost
 * connection makes it once. The service stores a refusal with the key too; what it was decided by may
 * have changed, so a refused write is decided again, under another key.
 */
import { createHash } from 'node:crypto';
import { Refusal, type AgentActor, type UserActor } from '@muster/contracts';
import { newId } from '@muster/service-kit';
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

export async function makeOnce<Answer>(
  idempotencyKey: string,
  make: (options: { readonly idempotencyKey: string }) => Promise<Performed<Answer>>,
): Promise<Performed<Answer>> {
  try {
    return await make({ idempotencyKey });
  } catch (error) {
    if (!(error instanceof Refusal) || !mayHaveChanged(error)) throw error;
    return make({ idempotencyKey: `${idempotencyKey}:${newId()}` });
  }
}

const decided = new Set([403, 404, 409, 422]);

const mayHaveChanged = ({ status, retryable, code }: Refusal): boolean =>
  decided.has(status) && !retryable && code !== 'idempotency_key_reused';
