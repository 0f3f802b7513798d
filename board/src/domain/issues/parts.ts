/** How far the parts of an issue are, and the words for who is told of them. */
import type { IssueStatus, WakeOnChildren } from '@muster/contracts';
import type { Counted } from '../planning.ts';

interface Parts {
  readonly counts: Partial<Record<IssueStatus, number>>;
  /** Only the first of them are counted. */
  readonly more: boolean;
}

/** As a bar counts them: if more were not counted, any status may have more. */
export const countedOf = ({ counts, more }: Parts): Counted => ({
  byStatus: counts,
  more: more ? (Object.keys(counts) as IssueStatus[]) : [],
});

/** What the bar does not say in words: which parts were cancelled, and which wait. */
export function progressNotes({ counts: { cancelled = 0, blocked = 0 } }: Parts): string {
  const notes = [
    ...(blocked > 0 ? [`${blocked} blocked`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ];
  return notes.join(', ');
}

/** When the agent of an issue is woken by the parts of it. */
export const wakeWords: readonly (readonly [WakeOnChildren, string])[] = [
  ['settled', 'When all have ended'],
  ['each', 'When any ends'],
  ['none', 'Never'],
];

/** One title for each line that says something. */
export const titlesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
