/** What a coding agent did, in the order in which it did it, as its output arrives. */
import { filesChanged, type Entry, type Transcript } from '@muster/cli-agents/transcript';
import { useState, type ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { sizeWords } from '../../domain/runs/transcript-words.ts';
import { clockOf } from '../../domain/time.ts';
import { oneLine } from '../../domain/visible.ts';
import { Button } from '../../ui/controls.tsx';
import { useKeys } from '../../ui/keys.ts';
import { TranscriptEntry } from './transcript-entry.tsx';
import css from './transcript.module.css';
import { useFollow } from './use-follow.ts';

/** Entries that are shown at once: each may be a text with its own elements. */
const SHOWN = 200;
/** More paths than anybody reads in a line. */
const FILES_MAX = 50;

interface Props {
  readonly transcript: Transcript;
  readonly live: boolean;
}

export function TranscriptView({ transcript, live }: Props): ReactElement {
  const { entries } = transcript;
  const [shown, setShown] = useState(SHOWN);
  const { box, follows, setFollows, onWheel } = useFollow<HTMLDivElement>(entries);
  useKeys({ f: () => setFollows(!follows) });
  const hidden = Math.max(0, entries.length - shown);
  return (
    <>
      <Summary transcript={transcript}>
        {live && (
          <Button hotkey="f" aria-pressed={follows} onClick={() => setFollows(!follows)}>
            {follows ? 'Following' : 'Follow'}
          </Button>
        )}
      </Summary>
      <div
        ref={box}
        className={css.box}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keys
        tabIndex={0}
        role="group"
        aria-label="Transcript"
        onWheel={onWheel}
      >
        {hidden > 0 && (
          <Button
            onClick={() => {
              setFollows(false);
              setShown(shown + SHOWN);
            }}
          >
            Show earlier turns
          </Button>
        )}
        <Entries entries={hidden > 0 ? entries.slice(hidden) : entries} />
      </div>
    </>
  );
}

interface SummaryProps {
  readonly transcript: Transcript;
  readonly children: ReactElement | false;
}

function Summary({ transcript, children }: SummaryProps): ReactElement {
  const calls = transcript.entries.filter((entry) => entry.kind === 'called');
  const failed = calls.filter(({ outcome }) => outcome?.isOk === false).length;
  const files = filesChanged(transcript);
  return (
    <div className={css.summary}>
      <p>{sizeWords({ turns: transcript.turns, calls: calls.length, failed })}</p>
      {files.length > 0 && (
        <p>
          Files changed:{' '}
          {files.slice(0, FILES_MAX).map((path, at) => (
            <span key={path}>
              {at > 0 && ', '}
              <code className="text">{oneLine(path)}</code>
            </span>
          ))}
          {files.length > FILES_MAX && ` and ${files.length - FILES_MAX} more`}
        </p>
      )}
      {children}
    </div>
  );
}

const Entries = ({ entries }: { readonly entries: readonly Entry[] }): ReactElement => {
  const { timeZone } = useCompany();
  return (
    <ol className={css.entries}>
      {entries.map((entry, at) => {
        const begins = entry.turn > 0 && entry.turn !== entries[at - 1]?.turn;
        return (
          <li key={entry.number}>
            {begins && (
              <h3 className={css.turn}>
                Turn {entry.turn}
                {entry.at !== undefined && (
                  <time dateTime={entry.at}>{clockOf(entry.at, timeZone)}</time>
                )}
              </h3>
            )}
            <TranscriptEntry entry={entry} />
          </li>
        );
      })}
    </ol>
  );
};
