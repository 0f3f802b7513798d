/** Stretches of time as a bar, and the same as a table. */
import type { ReactElement } from 'react';
import { clock, span } from '../../domain/time.ts';
import { drawn, type Drawn, type Stretch } from '../../domain/time-line.ts';
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
const HEIGHT = 18;

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
      <ul className={css.words} aria-hidden="true">
        {keysOf(parts).map((part) => (
          <li key={part.word} className={mark[part.tone]}>
            {part.word}
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
  const x = part.start * WIDTH;
  const width = Math.max(2, (part.end - part.start) * WIDTH - 1);
  return (
    <g className={mark[part.tone]}>
      <title>{sayOf(part)}</title>
      <rect
        x={x}
        width={width}
        height={HEIGHT}
        className={part.tone === 'quiet' ? css.idle : css.busy}
      />
      {part.isFolded && (
        <path
          className={css.fold}
          d={`M${x + width / 2 - 6} ${HEIGHT}l8-${HEIGHT}m4 0l-8 ${HEIGHT}`}
          vectorEffect="non-scaling-stroke"
        />
      )}
    </g>
  );
}

const lengthOf = ({ from, to }: Stretch): string => {
  const ms = Date.parse(to) - Date.parse(from);
  return ms < 1_000 ? 'under 1 s' : span(ms);
};

const sayOf = (stretch: Stretch): string => `${stretch.word} ${lengthOf(stretch)}`;

/** Each word once, below the bar; steps of the same kind share the first word. */
const keysOf = (parts: readonly Drawn[]): readonly Drawn[] =>
  [...new Map(parts.toReversed().map((part) => [part.tone, part])).values()].toReversed();

function Stretches({ label, stretches, zone }: Props): ReactElement {
  const columns: readonly Column<Stretch>[] = [
    { word: 'What', render: ({ word }) => <Text of={word} /> },
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
