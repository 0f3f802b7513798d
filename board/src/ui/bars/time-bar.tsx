/** Stretches of time as a bar, and the same as a table. */
import type { ReactElement } from 'react';
import { clock, lasted } from '../../domain/time.ts';
import { drawn, wordsOf, type Drawn, type Stretch } from '../../domain/time-line.ts';
import mark from '../mark.module.css';
import { Table, type Column } from '../table.tsx';
import { Text } from '../text.tsx';
import css from './time-bar.module.css';

interface Props {
  readonly label: string;
  readonly stretches: readonly Stretch[];
  readonly zone: string | undefined;
}

const WIDTH = 1_000;
const HEIGHT = 8;
/** So that the shortest stretch can be seen. */
const WIDTH_MIN = 3;

export function TimeBar({ label, stretches, zone }: Props): ReactElement | null {
  if (stretches.length === 0) return null;
  const parts = drawn(stretches);
  return (
    <figure className={css.figure}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${parts.map(sayOf).join(', ')}`}
        className={css.bar}
      >
        {parts.map((part) => (
          <Part key={part.from + part.word} part={part} />
        ))}
      </svg>
      <Axis stretches={stretches} zone={zone} />
      <ul className={css.words} aria-hidden="true">
        {wordsOf(stretches).map(({ word, tone, ms }) => (
          <li key={word} className={mark[tone]}>
            {word} <span className="figure">{lasted(ms)}</span>
          </li>
        ))}
      </ul>
      <details className={css.table}>
        <summary>As a table</summary>
        <Stretches label={label} stretches={stretches} zone={zone} />
      </details>
    </figure>
  );
}

function Part({ part }: { readonly part: Drawn }): ReactElement {
  const width = Math.max(WIDTH_MIN, (part.end - part.start) * WIDTH);
  // A short stretch at the end is still inside.
  const x = Math.min(part.start * WIDTH, WIDTH - width);
  return (
    <g className={mark[part.tone]}>
      <title>{sayOf(part)}</title>
      <rect
        x={x}
        width={width}
        height={HEIGHT}
        className={part.tone === 'quiet' ? css.idle : css.busy}
      />
    </g>
  );
}

/** When it began and ended, under the ends of the bar. */
function Axis({ stretches, zone }: Pick<Props, 'stretches' | 'zone'>): ReactElement {
  const ends = [stretches[0]?.from, stretches.at(-1)?.to];
  return (
    <div className={css.axis} aria-hidden="true">
      {ends.map(
        (time, at) =>
          time !== undefined && (
            // oxlint-disable-next-line react/no-array-index-key -- the beginning and the end
            <time key={at} dateTime={time}>
              {clock(time, zone)}
            </time>
          ),
      )}
    </div>
  );
}

const lengthOf = ({ from, to }: Stretch): string => lasted(Date.parse(to) - Date.parse(from));

const sayOf = (stretch: Stretch): string => `${stretch.word} ${lengthOf(stretch)}`;

function Stretches({ label, stretches, zone }: Props): ReactElement {
  const columns: readonly Column<Stretch>[] = [
    { word: 'Phase', render: ({ word }) => <Text of={word} /> },
    { word: 'From', render: ({ from }) => clock(from, zone) },
    { word: 'How long', figure: true, render: lengthOf },
    ...(stretches.some(({ who }) => who !== undefined)
      ? [{ word: 'By', render: ({ who }: Stretch) => <Text of={who ?? ''} /> }]
      : []),
  ];
  return (
    <Table
      label={label}
      columns={columns}
      rows={stretches}
      keyOf={({ from, word }) => from + word}
    />
  );
}
