import { cutText, NonEmptyText, type UnresolvedMention } from '@muster/contracts';
import { z } from 'zod';
import { asAnswer } from '../as-answer.ts';
import { noteForTools } from '../domain/hint-for-tools.ts';
import { makeOnce } from '../make-once.ts';
import { issue } from '../references.ts';
import { adds, tool } from '../tool.ts';

/** Mentions in an answer; a comment wakes at most twenty. */
const MENTIONS_SHOWN = 20;
const UNRESOLVED_SHOWN = 5;
const NAME_MAX = 20;
/** Of why nobody is woken. */
const NOTE_MAX = 200;

export const comment = tool({
  name: 'comment',
  description: 'Comment on an issue (markdown). @Name wakes that agent, which costs its budget.',
  input: z.strictObject({ issue, body: NonEmptyText }),
  hints: adds,
  async run({ issue: issueId, body }, { perform, keyOf }) {
    const { answer, replayed } = await makeOnce(keyOf('comment'), (options) =>
      perform('addComment', { issueId, body }, options),
    );
    const woken = answer.mentions.filter((one) => one.woken);
    return asAnswer({
      comment: answer.id,
      notWoken: answer.mentions.length - woken.length || undefined,
      repeated: replayed || undefined,
      said: {
        note: answer.note && cutText(noteForTools(answer.note), NOTE_MAX),
        woken: woken.slice(0, MENTIONS_SHOWN).map(({ name }) => cut(name)),
        namesNoAgent: answer.unresolvedMentions?.slice(0, UNRESOLVED_SHOWN).map(showUnresolved),
      },
    });
  },
});

const cut = (name: string): string => cutText(name, NAME_MAX);

const showUnresolved = ({ text, nearest }: UnresolvedMention): string =>
  nearest ? `@${cut(text)}; did you mean @${cut(nearest.name)}?` : `@${cut(text)}`;
