/**
 * Rules about wake-ups by which more than one service decides. This is their only place: issues
 * tells the author of a comment which mentions wake, and the scheduler wakes by the same rules.
 */
import type { RunSource } from '../vocabulary.ts';

/** Each wake-up costs money; more mentions in one comment are a broadcast or a mistake. */
export const MENTION_WAKES_MAX = 20;

/** The timer and a retry wake an agent always; every other source only with `wakeOnDemand`. */
export const isWokenBy = (
  source: RunSource,
  { wakeOnDemand }: { readonly wakeOnDemand: boolean },
): boolean => source === 'timer' || source === 'retry' || wakeOnDemand;

/** Why an agent that is mentioned is woken later. */
export const WAITING = { agent: 'agent_paused', company: 'company_paused' } as const;

/** Whether a mention with this reason, or with none, makes a wake-up, now or for later. */
export const isWakeRecorded = (reason: string | null): boolean =>
  reason === null || reason === WAITING.agent || reason === WAITING.company;
