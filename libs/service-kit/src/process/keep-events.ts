/**
 * Keeping the event stream: it is made again when NATS has lost it, with its volume for instance, and
 * completed when it lacks consumers, such as those that could not be made with it. The services may
 * not make it, and until it is there they read each other's logs, which is slower.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openNats } from '../nats/nats.ts';
import { onReconnect } from '../nats/on-reconnect.ts';
import { SETUP_USER } from '../nats/permissions.ts';
import { countConsumers } from '../nats/stream.ts';
import { PARTITIONS, subjectsIn } from '../nats/subjects.ts';
import type { Logger } from '../telemetry/logger.ts';
import { ensureEvents, type BaseSetupConfig, type Subscriptions } from './setup.ts';

/** Interval at which the stream is looked for, besides after each reconnect. */
const LOOK_MS = 5_000;

/** Resolves when it is told to stop, or when the connection cannot be kept. */
export async function keepEvents(
  config: Omit<BaseSetupConfig, 'DATABASE_URL'>,
  subscriptions: Subscriptions,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  const nats = await openNats({ config, user: SETUP_USER, name: SETUP_USER, log });
  const { stream } = subjectsIn(config.NATS_NAMESPACE);
  const reacting = subscriptions.filter(([, producers]) => producers.length > 0);
  const consumers = PARTITIONS * reacting.length;
  let look = new AbortController();
  onReconnect(nats, () => look.abort());
  try {
    while (!stopping.aborted && !nats.isClosed()) {
      await ensureIfIncomplete().catch((error: unknown) =>
        log.warn({ err: error, stream }, 'looking for the event stream failed, will retry'),
      );
      look = new AbortController();
      const signal = AbortSignal.any([stopping, look.signal]);
      // An abort ends the pause early.
      await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await nats.close();
  }

  async function ensureIfIncomplete(): Promise<void> {
    if (((await countConsumers(nats, stream)) ?? -1) >= consumers) return;
    await ensureEvents(nats, config, subscriptions);
    log.warn({ stream }, 'the event stream was missing or incomplete, and is made');
  }
}
