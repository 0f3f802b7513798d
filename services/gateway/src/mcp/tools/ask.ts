import {
  Id,
  OPTIONS_MAX,
  QuestionAnswer,
  QuestionKind,
  QuestionText,
  Refusal,
  Timestamp,
} from '@muster/contracts';
import { z } from 'zod';
import { asAnswer } from '../as-answer.ts';
import { cut } from '../domain/fit.ts';
import { makeOnce } from '../make-once.ts';
import { issue } from '../references.ts';
import { adds, tool } from '../tool.ts';

/** Of why nobody is woken. */
const NOTE_MAX = 200;
const BOARD = 'board';

export const ask = tool({
  name: 'ask',
  description: 'Ask an agent, a user or the board a question. The answer wakes you.',
  input: z.strictObject({
    issue,
    to: z.union([z.literal(BOARD), Id]),
    kind: QuestionKind.default('text'),
    text: QuestionText,
    options: z.array(z.string()).max(OPTIONS_MAX).optional(),
    default: QuestionAnswer.optional(),
    deadline: Timestamp.optional(),
  }),
  hints: adds,
  async run({ to, issue: issueId, ...question }, call) {
    const { answer, replayed } = await askWhom(to, (whom, step) =>
      makeOnce(call.keyOf(step), (options) =>
        call.perform('askQuestion', { issueId, to: whom, ...question }, options),
      ),
    );
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
