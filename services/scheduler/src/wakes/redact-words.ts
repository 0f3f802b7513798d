/** Takes words away from the wake-ups of some agents, from the runs that carried them, and from stored answers. */
import type { scheduler } from '@muster/contracts';
import { redactAnswers, type Context } from '@muster/service-kit';
import {
  contextWithout,
  payloadWithout,
  textsIn,
  type RedactedCause,
} from '../domain/wakes/redacted-words.ts';
import {
  listWakesThatRepeat,
  lockRunsThatRepeat,
  saveContext,
  savePayload,
  type Repeating,
} from '../store/wakes/redacted-wakes.ts';

type Db = Context<typeof scheduler>['db'];

export async function redactWords(
  db: Db,
  repeating: Repeating,
  cause: RedactedCause,
): Promise<void> {
  if (repeating.agentIds.length === 0) return;
  const texts = await redactWakes(db, repeating, cause);
  let after: string | undefined;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const page = await lockRunsThatRepeat(db, repeating, after);
    for (const { id, createdAt, context } of page) {
      const left = contextWithout(context, cause);
      if (!left) continue;
      const { companyId } = repeating;
      // oxlint-disable-next-line no-await-in-loop -- mostly one
      await saveContext(db, companyId, { id, context: left });
      // oxlint-disable-next-line no-await-in-loop -- mostly one
      await redactAnswers(db, { id, companyId, createdAt }, texts);
    }
    after = page.at(-1)?.id;
    if (after === undefined) return;
  }
}

/** @returns the words that the wake-ups had */
async function redactWakes(db: Db, repeating: Repeating, cause: RedactedCause): Promise<string[]> {
  const words = new Set<string>();
  let after: string | undefined;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const page = await listWakesThatRepeat(db, repeating, after);
    for (const wake of page) {
      const payload = payloadWithout(wake, cause);
      if (!payload) continue;
      const left = new Set(textsIn(payload));
      for (const text of textsIn(wake.payload)) if (!left.has(text)) words.add(text);
      // oxlint-disable-next-line no-await-in-loop -- mostly one
      await savePayload(db, repeating.companyId, { id: wake.id, payload });
    }
    after = page.at(-1)?.id;
    if (after === undefined) return [...words];
  }
}
