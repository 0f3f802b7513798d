/**
 * Takes the words of a redacted comment from search. Words of all comments of a thread stand in the same
 * parts, so that those that other comments have as well are left.
 */
import { setImmediate } from 'node:timers/promises';
import type { Db } from '@muster/service-kit';
import { wordParts } from '../../domain/words/word-parts.ts';
import type { StoredComment } from '../comments.ts';
import { listOtherBodies, removeCommentWords } from './redacted-comments.ts';

/**
 * Characters of other comments that are read, the newest first; takes less than a second. In a longer
 * thread a word goes even if an older comment has it: what is redacted is gone in any case.
 */
const READ_MAX_CHARS = 4_000_000;

export async function removeRedactedWords(db: Db, comment: StoredComment): Promise<void> {
  const words = new Set<string>();
  for (const { lexeme } of wordParts(comment.body)) words.add(lexeme);
  let read = 0;
  let before: number | null = null;
  while (words.size > 0 && read < READ_MAX_CHARS) {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const others = await listOtherBodies(db, comment, before);
    for (const { body } of others) {
      for (const { lexeme } of wordParts(body)) words.delete(lexeme);
      read += body.length;
    }
    const last = others.at(-1);
    if (!last) break;
    before = last.number;
    await setImmediate(); // oxlint-disable-line no-await-in-loop -- it makes room for others
  }
  await removeCommentWords(db, comment, [...words]);
}
