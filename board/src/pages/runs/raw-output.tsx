/** The output as it was written: searched, copied, downloaded, and followed until the reader scrolls up. */
import { useDeferredValue, useEffect, useMemo, useState, type ReactElement } from 'react';
import { useCompany, useRights } from '../../cache/company.ts';
import { counted, figure } from '../../domain/count.ts';
import { findLines } from '../../domain/runs/find-lines.ts';
import { placeOfLine } from '../../domain/runs/line-places.ts';
import { originsOf } from '../../domain/runs/line-sources.ts';
import type { RunLog } from '../../domain/runs/run-log.ts';
import { blocksOf, plainOutput } from '../../domain/runs/terminal.ts';
import { Button } from '../../ui/controls.tsx';
import { useKeys } from '../../ui/keys.ts';
import { Redact } from '../redaction/redact.tsx';
import { RawLines } from './raw-lines.tsx';
import css from './raw-output.module.css';
import { TakeOutput } from './take-output.tsx';
import { useFollow } from './use-follow.ts';

const LINES_OF_BLOCK = 100;

interface Props {
  readonly runId: string;
  readonly log: RunLog;
  readonly live: boolean;
  /** Reads the output again, from which a line is gone. */
  readonly onRedacted: () => void;
}

export function RawOutput({ runId, log, live, onRedacted }: Props): ReactElement {
  const lines = useMemo(() => linesOf(log.text), [log.text]);
  const blocks = useMemo(() => blocksOf(lines, LINES_OF_BLOCK), [lines]);
  const origins = useOrigins(log, lines.length);
  const { box, follows, setFollows, onWheel } = useFollow<HTMLPreElement>(blocks);
  const search = useSearchIn(lines);
  const { words, current } = search;
  useKeys({ f: () => setFollows(!follows) });
  useEffect(() => {
    if (current === undefined) return;
    setFollows(false);
    box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }, [current, words, box, setFollows]);
  const scrollTo = (top: number): void => {
    setFollows(false);
    box.current?.scrollTo({ top });
  };
  return (
    <>
      <div className={css.tools}>
        <SearchField search={search} />
        <RedactFound {...{ runId, log, onRedacted }} line={current} />
        <Button onClick={() => scrollTo(0)}>Start</Button>
        <Button onClick={() => scrollTo(box.current?.scrollHeight ?? 0)}>End</Button>
        <TakeOutput runId={runId} text={lines.join('\n')} />
        {live && (
          <Button hotkey="f" aria-pressed={follows} onClick={() => setFollows(!follows)}>
            {follows ? 'Following' : 'Follow'}
          </Button>
        )}
      </div>
      <pre
        ref={box}
        className={`${css.raw} ${log.firstLine === undefined ? '' : css.numbered} ${origins.length === 0 ? '' : css.timed}`}
        // As in a terminal; from right to left, a browser takes seconds for the marks of a long output.
        dir="ltr"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keys
        tabIndex={0}
        role="group"
        aria-label="Text of the output"
        onWheel={onWheel}
      >
        {blocks.map((block, at) => {
          const first = at * LINES_OF_BLOCK;
          const isInBlock =
            current !== undefined && current >= first && current < first + LINES_OF_BLOCK;
          return (
            <RawLines
              // oxlint-disable-next-line react/no-array-index-key -- blocks are added at the end
              key={at}
              text={block}
              origins={origins[at]}
              number={log.firstLine === undefined ? undefined : log.firstLine + first}
              words={words}
              current={isInBlock ? current - first : undefined}
            />
          );
        })}
      </pre>
    </>
  );
}

/** Takes away the line that the search has come to. */
function RedactFound({
  runId,
  log,
  line,
  onRedacted,
}: Omit<Props, 'live'> & { readonly line: number | undefined }): ReactElement | null {
  const { mayWrite } = useRights(useCompany().id);
  const place = line === undefined ? undefined : placeOfLine(log, line);
  if (!mayWrite || line === undefined || place === undefined) return null;
  return (
    <Redact
      what={log.firstLine === undefined ? 'the line found' : `line ${log.firstLine + line}`}
      gone="Each character of the line becomes an asterisk, also where the run repeats it."
      by="redactRunLog"
      of={{ runId, ...place }}
      onDone={onRedacted}
    />
  );
}

/** The streams and times of each block, as the company's clock shows them. */
function useOrigins({ sources }: RunLog, lines: number): readonly string[] {
  const { timeZone: zone } = useCompany();
  return useMemo(
    () => originsOf(sources, { lines, linesOfBlock: LINES_OF_BLOCK, zone }),
    [sources, lines, zone],
  );
}

/** A last line without text is the end of the one before it. */
function linesOf(text: string): readonly string[] {
  const lines = plainOutput(text).split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

interface Search {
  readonly typed: string;
  readonly words: string;
  readonly found: readonly number[];
  /** The line that it has come to. */
  readonly current: number | undefined;
  readonly place: number;
  readonly type: (text: string) => void;
  readonly go: (by: 1 | -1) => void;
}

function useSearchIn(lines: readonly string[]): Search {
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const words = useDeferredValue(typed.trim());
  const found = useMemo(() => findLines(lines, words), [lines, words]);
  const at = found.length === 0 ? 0 : place % found.length;
  return {
    typed,
    words,
    found,
    current: found[at],
    place: at,
    type(text) {
      setTyped(text);
      setPlace(0);
    },
    go: (by) => setPlace((at + by + found.length) % Math.max(1, found.length)),
  };
}

/** Enter goes to the next place, with Shift to the one before. */
function SearchField({ search }: { readonly search: Search }): ReactElement {
  const { typed, words, found, place } = search;
  return (
    <search className={css.search}>
      <input
        type="search"
        aria-label="Search the output"
        placeholder="Search the output"
        value={typed}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search.go(event.shiftKey ? -1 : 1);
        }}
      />
      <span className="dim" role="status">
        {words !== '' &&
          (found.length === 0
            ? 'No lines'
            : `${figure(place + 1)} of ${counted(found.length, 'line')}`)}
      </span>
    </search>
  );
}
