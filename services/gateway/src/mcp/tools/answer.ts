import { Id, QuestionAnswer } from '@muster/contracts';
import { z } from 'zod';
import { asAnswer } from '../as-answer.ts';
import { moves, tool } from '../tool.ts';

export const answer = tool({
  name: 'answer',
  description: 'Answer a question to you: an option, a list of options, a text or true/false.',
  input: z.strictObject({ question: Id, answer: QuestionAnswer }),
  hints: moves,
  async run({ question: questionId, answer: given }, { perform }) {
    const { answer: closed } = await perform('answerQuestion', { questionId, answer: given });
    return asAnswer({ question: closed.id, state: closed.state });
  },
});
