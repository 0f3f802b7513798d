/** Wraps the keys of all companies with the master key that the settings name as the current one. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Runtime } from '@muster/service-kit';
import { masterKeysOf } from '../store/secrets/master-keys.ts';
import { listUnknownMasterKeys, rewrapKeys } from '../store/secrets/company-keys.ts';

/**
 * Replicas of two rounds of a rotation undo each other's work while both are there, so it is long. An operator waits for it
 * once, before the last round.
 */
const REWRAP_MS = 60_000;

type Rewrapping = Pick<Runtime, 'config' | 'log' | 'write'>;

/** Fails the start if a master key is missing, so that no run of an agent has to find it out. */
export async function requireMasterKeys({ db, config }: Runtime): Promise<void> {
  const masters = masterKeysOf(config);
  const unknown = await listUnknownMasterKeys(db, masters);
  if (unknown.length === 0) return;
  const ids = unknown.map(({ id }) => id).join(', ');
  throw new Error(
    `MUSTER_MASTER_KEY is ${masters.current.id}, but secrets are encrypted under ${ids}; ` +
      'set that key as MUSTER_MASTER_KEY_PREVIOUS',
  );
}

/**
 * Again and again while there is a further key: a replica of the round before wraps the keys of new companies with its own,
 * until it is gone. With one key alone there is nothing to rewrap. Resolves after an abort.
 */
export async function keepRewrapping(
  runtime: Rewrapping,
  stopping: AbortSignal,
  everyMs = REWRAP_MS,
): Promise<void> {
  if (masterKeysOf(runtime.config).known.length === 1) return;
  while (!stopping.aborted) {
    try {
      await rewrapCompanyKeys(runtime, stopping);
    } catch (error) {
      runtime.log.error({ err: error }, 'rewrapping company keys failed');
    }
    await pause(everyMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Resolves when no key is left, or before the next batch after an abort. */
export async function rewrapCompanyKeys(
  { config, log, write }: Rewrapping,
  stopping?: AbortSignal,
): Promise<void> {
  const masters = masterKeysOf(config);
  while (!stopping?.aborted) {
    const wrapped = await write((context) => rewrapKeys(context.db, masters));
    if (wrapped === 0) return;
    log.info({ keys: wrapped, masterKey: masters.current.id }, 'company keys rewrapped');
  }
}
