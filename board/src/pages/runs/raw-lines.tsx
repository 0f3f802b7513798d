/** Lines of output with their numbers, in blocks, of which a browser lays out those on the screen alone. */
import { memo, type ReactElement } from 'react';
import { partsOf } from '../../domain/runs/find-lines.ts';
import { ERROR_MARK } from '../../domain/runs/line-sources.ts';
import css from './raw-output.module.css';

interface Props {
  /** Whole lines, with a line feed between each two. */
  readonly text: string;
  /** For each line its time, after a mark where standard error has it. */
  readonly origins: string | undefined;
  /** Of the first line; undefined where nobody knows it. */
  readonly number: number | undefined;
  /** Marked where they occur. */
  readonly words: string;
  /** The line that a search has come to, from 0 on in this block. */
  readonly current: number | undefined;
}

export const RawLines = memo(({ text, origins, number, words, current }: Props): ReactElement => {
  const isMarked = words !== '' && text.toLowerCase().includes(words.toLowerCase());
  const origin = origins?.split('\n');
  return (
    <span className={css.block}>
      {text.split('\n').map((line, at) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- lines are added at the end
          key={at}
          className={`${css.line} ${origin?.[at]?.startsWith(ERROR_MARK) ? css.error : ''}`}
          title={origin?.[at]?.startsWith(ERROR_MARK) ? 'Standard error' : undefined}
          data-time={origin?.[at]?.replace(ERROR_MARK, '')}
          data-number={number === undefined ? undefined : number + at}
          aria-current={at === current ? 'true' : undefined}
        >
          {isMarked ? <Marked line={line} words={words} /> : line || <br />}
        </span>
      ))}
    </span>
  );
});

const Marked = ({
  line,
  words,
}: {
  readonly line: string;
  readonly words: string;
}): ReactElement => (
  <>
    {partsOf(line, words).map(({ text, isFound }, at) =>
      // oxlint-disable-next-line react/no-array-index-key -- parts have no other name
      isFound ? <mark key={at}>{text}</mark> : text,
    )}
  </>
);
