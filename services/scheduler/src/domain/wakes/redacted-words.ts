/** Wake-ups, and runs that carry them, repeat words of what has woken the agent. */
import { REDACTED_TEXT } from '@muster/contracts';

/** What was redacted; an approval by what of it a wake-up repeats. */
export type RedactedCause =
  | { readonly questionId: string }
  | { readonly waitId: string }
  | { readonly approvalId: string; readonly words: 'decisionNote' | 'comment' };

interface WakeLike {
  readonly approvalId?: unknown;
  readonly payload?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** The payload without the words; undefined where it has none of them. */
export function payloadWithout(wake: WakeLike, cause: RedactedCause): Fields | undefined {
  const payload = fieldsOf(wake.payload);
  const question = fieldsOf(payload['question']);
  const wait = fieldsOf(payload['wait']);
  if ('questionId' in cause) {
    if (question['questionId'] !== cause.questionId) return undefined;
    const left = { ...question, text: REDACTED_TEXT, options: [], answer: null };
    return { ...payload, question: left };
  }
  if ('waitId' in cause) {
    if (wait['waitId'] !== cause.waitId) return undefined;
    const received = wait['received'] ? { received: { by: 'outside', text: REDACTED_TEXT } } : {};
    return { ...payload, wait: { ...wait, note: REDACTED_TEXT, ...received } };
  }
  if (wake.approvalId !== cause.approvalId || !(cause.words in payload)) return undefined;
  return { ...payload, [cause.words]: REDACTED_TEXT };
}

/** The context of a run whose wake-ups repeat the words; undefined where none does. */
export function contextWithout(context: Fields, cause: RedactedCause): Fields | undefined {
  const wakes = context['wakes'];
  if (!Array.isArray(wakes)) return undefined;
  const left = wakes.map((wake: unknown) => {
    const payload = payloadWithout(fieldsOf(wake), cause);
    return payload ? { ...fieldsOf(wake), payload } : wake;
  });
  return left.every((wake, n) => wake === wakes[n]) ? undefined : { ...context, wakes: left };
}

/** All texts within a value: those by which a stored answer repeats it. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
