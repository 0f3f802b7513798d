import { Refusal } from '@muster/contracts';
import { z } from 'zod';
import { asAnswer } from '../as-answer.ts';
import { issue } from '../references.ts';
import { adds, tool } from '../tool.ts';

const SECONDS = 60;

export const continueLater = tool({
  name: 'continue_later',
  description:
    'End your run after this and be woken later: in minutes, at a time, or by one POST to signalUrl.',
  input: z.strictObject({
    issue,
    after: z.number().min(1).max(525_600).optional().describe('minutes'),
    until: z.string().optional(),
    signal: z.boolean().optional(),
    deadline: z.string().optional(),
    onDeadline: z.enum(['wake', 'block', 'cancel']).optional(),
    note: z.string().max(1_000),
  }),
  hints: adds,
  async run({ issue: issueId, after: minutes, ...asked }, { perform, keyOf }) {
    const seconds = minutes === undefined ? {} : { after: Math.ceil(minutes * SECONDS) };
    try {
      const { answer, replayed } = await perform(
        'createWait',
        { issueId, ...asked, ...seconds },
        { idempotencyKey: keyOf('wait') },
      );
      const { id: wait, until: at, deadline: atLatest, signalUrl } = answer;
      return asAnswer({
        wait,
        until: at ?? undefined,
        deadline: atLatest ?? undefined,
        signalUrl: signalUrl ?? undefined,
        repeated: replayed || undefined,
        next: 'end your run now',
      });
    } catch (error) {
      // The address is shown once: the wait of the first call stands.
      if (!(error instanceof Refusal) || error.code !== 'answer_shown_once') throw error;
      return asAnswer({ repeated: true, next: 'you wait already: end your run now' });
    }
  },
});
