/** `muster inbox answer`: the words of an answer, as the kind of its question wants them. */
import type { Client, Output } from '@muster/client';
import { Ended } from '../exit-code.ts';
import { openConnection } from '../profile/connection.ts';
import type { Given } from '../table/command.ts';
import { showAnswer } from '../terminal/answer.ts';
import { readStandardInput } from '../terminal/ask.ts';

type Question = Output<'getQuestion'>;

export async function run({ args: [questionId = '', ...words], globals }: Given): Promise<void> {
  const { muster } = openConnection(globals);
  const question = await muster.getQuestion({ questionId });
  const texts = words.length === 1 && words[0] === '-' ? [await readStandardInput()] : words;
  const answer = answerOf(question, texts);
  const answered = await muster.answerQuestion({ questionId, answer });
  showAnswer(answered, { sentence: 'The question is {state}: {answer}' }, globals, new Map());
}

function answerOf(
  { kind, options }: Pick<Question, 'kind' | 'options'>,
  words: readonly string[],
): Parameters<Client['answerQuestion']>[0]['answer'] {
  const text = words.join(' ').trim();
  switch (kind) {
    case 'text':
      return text;
    case 'choice':
      return optionOf(options, text);
    case 'several':
      return words.map((word) => optionOf(options, word));
    case 'confirm':
      if (/^(?:yes|y|true)$/i.test(text)) return true;
      if (/^(?:no|n|false)$/i.test(text)) return false;
      throw new Ended('usage', `The answer is yes or no, not "${text}"`);
    default:
      return kind satisfies never;
  }
}

/** By its words, or by its number. */
function optionOf(options: readonly string[], text: string): string {
  const same = options.find((option) => option.toLowerCase() === text.trim().toLowerCase());
  const found = same ?? (/^\d+$/.test(text.trim()) ? options[Number(text) - 1] : undefined);
  if (found !== undefined) return found;
  throw new Ended('usage', `"${text}" is none of the options`, options.join(' | '));
}
