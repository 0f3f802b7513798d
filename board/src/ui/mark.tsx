/** The mark of a state: issues are circles, agents diamonds, runs bars. The word is there to be read. */
import type { ReactElement } from 'react';
import type { Mark, Shape } from '../domain/marks.ts';
import css from './mark.module.css';

interface Props {
  readonly mark: Mark;
  readonly kind: 'issue' | 'agent' | 'run';
  /** Whether the word is shown beside the mark; it is always said. */
  readonly word?: boolean;
}

export function StateMark({ mark, kind, word = false }: Props): ReactElement {
  const tone = css[mark.tone] ?? '';
  return (
    <span className={`${css.mark} ${tone}`}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" className={css[kind]}>
        <Outline kind={kind} shape={mark.shape} />
        <Inside kind={kind} shape={mark.shape} />
      </svg>
      <span className={word ? css.word : 'only-read'}>{mark.word}</span>
    </span>
  );
}

const diamond = 'M8 1.8 14.2 8 8 14.2 1.8 8Z';

function Outline({ kind, shape }: { kind: Props['kind']; shape: Shape }): ReactElement {
  const line = {
    fill: shape === 'full' ? 'currentColor' : 'none',
    stroke: 'currentColor',
    strokeWidth: 1.6,
    strokeDasharray: shape === 'dotted' ? '1.6 2.2' : undefined,
  };
  if (kind === 'agent') return <path d={diamond} {...line} />;
  if (kind === 'run') return <rect x="1.8" y="4.4" width="12.4" height="7.2" rx="1" {...line} />;
  return <circle cx="8" cy="8" r="6.2" {...line} />;
}

function Inside({ kind, shape }: { kind: Props['kind']; shape: Shape }): ReactElement | null {
  const stroke = { stroke: 'currentColor', strokeWidth: 1.8, fill: 'none' };
  switch (shape) {
    case 'half':
      if (kind === 'run') return <path d="M3 5.6h5v4.8H3Z" fill="currentColor" />;
      return <path d="M8 4.2a3.8 3.8 0 0 1 0 7.6Z" fill="currentColor" />;
    case 'most':
      return <path d="M8 8V4.2A3.8 3.8 0 1 1 4.2 8Z" fill="currentColor" />;
    case 'bar':
      return <path d="M5 8h6" {...stroke} />;
    case 'pause':
      return <path d="M6.5 5.6v4.8M9.5 5.6v4.8" {...stroke} />;
    case 'struck':
      return <path d="M3.6 12.4l8.8-8.8" {...stroke} strokeWidth={1.6} />;
    case 'cross':
      return <path d="M6 6l4 4m0-4-4 4" {...stroke} />;
    case 'full':
      if (kind !== 'issue') return null;
      return <path d="m5.2 8.2 2 2 3.6-4" stroke="var(--paper)" strokeWidth="1.6" fill="none" />;
    default:
      return null;
  }
}
