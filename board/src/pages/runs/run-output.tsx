/** The output of a run. It follows the end until the reader scrolls up. */
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany } from '../../cache/company.ts';
import { useRunLog } from '../../cache/run-log.ts';
import { isLive } from '../../domain/marks.ts';
import { blocksOf, plainOutput } from '../../domain/runs/terminal.ts';
import { Button } from '../../ui/controls.tsx';
import { useKeys } from '../../ui/keys.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import css from './runs.module.css';

const LINES_OF_BLOCK = 100;

export function RunOutput({ run }: { readonly run: Output<'getRun'> }): ReactElement {
  const { id } = useCompany();
  const live = isLive(run.status);
  const { log, error, readAll } = useRunLog({
    companyId: id,
    runId: run.id,
    isLive: live,
    bytes: run.logBytes,
  });
  const [follows, setFollows] = useState(true);
  const box = useRef<HTMLPreElement>(null);
  const text = useMemo(() => plainOutput(log.text), [log.text]);
  useKeys({ f: () => setFollows(!follows) });
  useEffect(() => {
    if (follows && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text, follows]);
  return (
    <section aria-label="Output" className={css.output}>
      <header>
        <h2>Output</h2>
        {log.start > 0 && <Button onClick={readAll}>Show earlier output</Button>}
        {live && (
          <Button hotkey="f" aria-pressed={follows} onClick={() => setFollows(!follows)}>
            {follows ? 'Following' : 'Follow'}
          </Button>
        )}
      </header>
      <ProblemNote error={error} />
      {text === '' ? (
        <p className="dim">{live ? 'Nothing has been written yet.' : 'It wrote nothing.'}</p>
      ) : (
        <pre
          ref={box}
          // As in a terminal; from right to left, a browser takes seconds for the marks of a long output.
          dir="ltr"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keys
          tabIndex={0}
          role="group"
          aria-label="Text of the output"
          onWheel={(event) => event.deltaY < 0 && setFollows(false)}
        >
          {blocksOf(text, LINES_OF_BLOCK).map((block, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- blocks are added at the end
            <span key={at}>{block}</span>
          ))}
        </pre>
      )}
    </section>
  );
}
