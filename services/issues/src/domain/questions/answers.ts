/** What a question of each kind may offer, and what answers it. */
import {
  OPTIONS_MIN,
  Refusal,
  type Question,
  type QuestionAnswer,
  type QuestionKind,
} from '@muster/contracts';

export interface Wording {
  readonly kind: QuestionKind;
  readonly options: readonly string[];
}

const refused = (field: string, reason: string): Refusal =>
  new Refusal('question_refused', { field, reason });

const hasOptions = (kind: QuestionKind): boolean => kind === 'choice' || kind === 'several';

/** Refuses options that the kind does not take, and those that nobody could tell apart. */
export function requireOptions({ kind, options }: Wording): void {
  if (!hasOptions(kind)) {
    if (options.length > 0) throw refused('options', `a question of kind ${kind} has no options`);
    return;
  }
  if (options.length < OPTIONS_MIN) {
    throw refused('options', `a question of kind ${kind} has ${OPTIONS_MIN} options or more`);
  }
  if (new Set(options).size < options.length) throw refused('options', 'two options are equal');
}

/** Refuses what does not answer the question; `field` names it. */
export function requireAnswer(
  { kind, options }: Wording,
  answer: QuestionAnswer,
  field: 'answer' | 'default',
): void {
  const reason = reasonAgainst({ kind, options }, answer);
  if (reason !== undefined) throw refused(field, reason);
}

function reasonAgainst({ kind, options }: Wording, answer: QuestionAnswer): string | undefined {
  switch (kind) {
    case 'confirm':
      return typeof answer === 'boolean' ? undefined : 'send true or false';
    case 'text':
      return typeof answer === 'string' && /\S/.test(answer) ? undefined : 'send a text';
    case 'choice':
      return typeof answer === 'string' && options.includes(answer)
        ? undefined
        : 'send one of the options, as it is written';
    case 'several':
      return Array.isArray(answer) &&
        new Set(answer).size === answer.length &&
        answer.every((one) => options.includes(one))
        ? undefined
        : 'send a list of some of the options, each once and as it is written';
    default:
      return kind satisfies never;
  }
}

/** Refuses a deadline that has passed already. */
export function requireDeadline(deadline: string | undefined, now: string): void {
  if (deadline !== undefined && Date.parse(deadline) <= Date.parse(now)) {
    throw refused('deadline', 'choose a time in the future');
  }
}

/** Refuses a question to oneself, which nobody would answer. */
export function requireOther(
  to: Pick<Question, 'toAgentId' | 'toUserId'>,
  author: { readonly agentId: string | null; readonly userId: string | null },
): void {
  const isOwn =
    (to.toAgentId !== null && to.toAgentId === author.agentId) ||
    (to.toUserId !== null && to.toUserId === author.userId);
  if (isOwn) throw refused('to', 'ask another, or say it in a comment');
}
