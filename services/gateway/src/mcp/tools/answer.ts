import { Id, issues, type Call } from '@muster/contracts';
import { z } from 'zod';
import { parseInput } from '../../http/hints/describe-field.ts';
import { asAnswer } from '../as-answer.ts';
import { inRightForm } from '../domain/right-form.ts';
import { moves, tool } from '../tool.ts';

const operation = issues.operations.answerQuestion;

export const answer = tool({
  name: 'answer',
  description: 'Answer what you are asked: an option, a list of them, a text, true or false.',
  // In few bytes: what answers a question is said by its kind.
  input: z.strictObject({ question: Id, answer: z.unknown() }),
  hints: moves,
  async run({ question: questionId, answer: given }, { perform }) {
    const input = inRightForm(operation.input, { questionId, answer: given });
    const { answer: closed } = await perform(
      'answerQuestion',
      parseInput(operation, input as object) as Call<typeof issues, 'answerQuestion'>,
    );
    return asAnswer({ question: closed.id, state: closed.state });
  },
});
