import {
  IssueRef,
  issues,
  QuestionKind,
  QuestionText,
  Refusal,
  Timestamp,
  type Call,
} from '@muster/contracts';
import { parseInput } from '../../http/hints/describe-field.ts';
import { z } from 'zod';
import { asAnswer } from '../as-answer.ts';
import { cut } from '../domain/fit.ts';
import { makeOnce } from '../make-once.ts';
import { adds, tool } from '../tool.ts';

/** Of why nobody is woken. */
const NOTE_MAX = 200;
const BOARD = 'board';

export const ask = tool({
  name: 'ask',
  description: 'Ask the `board`, an agent or a user (id). The answer wakes you.',
  // In few bytes: what a default may be is said by the refusal of another one.
  input: z.strictObject({
    issue: IssueRef,
    to: z.string(),
    kind: QuestionKind.optional(),
    text: QuestionText,
    options: z.array(z.string()).optional(),
    default: z.unknown().optional(),
    deadline: Timestamp.optional(),
  }),
  hints: adds,
  async run({ to, issue: issueId, kind, ...question }, call) {
    const kindOf = kind ?? (question.options ? 'choice' : 'text');
    const { answer, replayed } = await askWhom(to, (whom, step) => {
      const asked = parseInput(issues.operations.askQuestion, {
        issueId,
        to: whom,
        kind: kindOf,
        ...question,
      }) as Call<typeof issues, 'askQuestion'>;
      return makeOnce(call.keyOf(step), (options) => call.perform('askQuestion', asked, options));
    });
    return asAnswer({
      question: answer.id,
      repeated: replayed || undefined,
      said: answer.note === undefined ? undefined : { note: cut(answer.note, NOTE_MAX) },
    });
  },
});

type Whom = 'board' | { readonly agentId: string } | { readonly userId: string };

/** An id is that of an agent, or else of a user: a model has read it beside a name. */
async function askWhom<T>(to: string, send: (whom: Whom, step: string) => Promise<T>): Promise<T> {
  if (to === BOARD) return send(BOARD, 'question');
  try {
    return await send({ agentId: to }, 'question');
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'agent_not_found') throw error;
    return send({ userId: to }, 'question of a user');
  }
}
