/**
 * What was said to the run of a caller goes with the answer of its next tool, whichever that is: a program
 * without an input of its own reads it nowhere else while it works.
 */
import { Refusal, showRunMessages } from '@muster/contracts';
import type { Logger } from '@muster/service-kit';
import type { CallContext } from '../upstream/composed-call.ts';

/** Nothing where nothing was said. Without the scheduler the tool has its answer all the same. */
export async function messagesOfRun(
  { actor, perform }: Pick<CallContext, 'actor' | 'perform'>,
  log: Logger,
): Promise<string | undefined> {
  if (actor.type !== 'agent' || actor.runId === undefined) return undefined;
  const { runId } = actor;
  try {
    const waiting = await perform('listRunMessages', { runId, toTake: true });
    if (waiting.answer.length === 0) return undefined;
    const { answer: taken } = await perform('takeRunMessages', { runId });
    return taken.length === 0 ? undefined : showRunMessages(runId, taken);
  } catch (error) {
    if (!(error instanceof Refusal)) log.warn({ err: error, runId }, 'no messages of the run');
    return undefined;
  }
}
