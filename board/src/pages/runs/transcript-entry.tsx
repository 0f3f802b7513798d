import type { Entry } from '@muster/cli-agents/transcript';
import { memo, useState, type ReactElement, type ReactNode } from 'react';
import { counted } from '../../domain/count.ts';
import { plainOutput } from '../../domain/runs/terminal.ts';
import { usedWords } from '../../domain/runs/transcript-words.ts';
import { oneLine } from '../../domain/visible.ts';
import { Prose } from '../../ui/markdown/markdown.tsx';
import css from './transcript.module.css';

export const TranscriptEntry = memo(({ entry }: { readonly entry: Entry }): ReactElement => {
  switch (entry.kind) {
    case 'said':
      if (entry.by === 'agent') return <Prose text={entry.text} />;
      return (
        <Folded summary={entry.by === 'thought' ? 'Thought' : 'A subagent says'} of={entry.text}>
          {() => <Prose text={entry.text} />}
        </Folded>
      );
    case 'called':
      return <ToolCall call={entry} />;
    case 'noted':
      return (
        <p className={entry.isTrouble ? css.trouble : 'dim'}>
          <span className="text">{plainOutput(entry.text)}</span>
        </p>
      );
    case 'used':
      return <p className={css.used}>{usedWords(entry)}</p>;
    case 'other':
      return (
        <Folded summary={counted(entry.lineCount, 'other line')} of={entry.text}>
          {() => <Verbatim label="Other output" text={entry.text} />}
        </Folded>
      );
  }
});

const states = {
  open: { mark: '…', word: 'running' },
  ok: { mark: '✓', word: 'done' },
  failed: { mark: '✗', word: 'failed' },
} as const;

function ToolCall({ call }: { readonly call: Entry & { kind: 'called' } }): ReactElement {
  const { outcome, tool, about, input, isOfHelper } = call;
  const state = outcome === undefined ? 'open' : outcome.isOk ? 'ok' : 'failed';
  return (
    <Folded
      summary={
        <>
          <span className={css[state]}>
            <span aria-hidden="true">{states[state].mark}</span>
            <span className="only-read">{states[state].word}</span>
          </span>{' '}
          <strong>{oneLine(tool)}</strong>
          {isOfHelper && <span className="dim"> by a subagent</span>}{' '}
          <code className="text">{oneLine(about)}</code>
        </>
      }
      of=""
    >
      {() => (
        <>
          {input !== '' && <Verbatim label="Input" text={input} />}
          {outcome && outcome.text !== '' && <Verbatim label="Result" text={outcome.text} />}
          {outcome?.text === '' && <p className="dim">No output.</p>}
          {outcome === undefined && <p className="dim">No result yet.</p>}
        </>
      )}
    </Folded>
  );
}

/** Longest begin of a folded text that is shown beside its word. */
const BEGIN_MAX = 120;

interface FoldedProps {
  readonly summary: ReactNode;
  /** Shows how it begins. */
  readonly of: string;
  /** Made when it is opened. */
  readonly children: () => ReactNode;
}

function Folded({ summary, of, children }: FoldedProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={css.folded} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {summary}
        {of !== '' && <span className={css.begin}> {oneLine(of.slice(0, BEGIN_MAX))}</span>}
      </summary>
      {isOpen && children()}
    </details>
  );
}

const Verbatim = ({
  label,
  text,
}: {
  readonly label: string;
  readonly text: string;
}): ReactElement => (
  <pre
    className={`verbatim ${css.verbatim}`}
    dir="ltr"
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keys
    tabIndex={0}
    role="group"
    aria-label={label}
  >
    {plainOutput(text)}
  </pre>
);
